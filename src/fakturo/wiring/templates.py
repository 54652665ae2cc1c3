"""Templates from the settings and the command line."""

from collections.abc import Sequence
from pathlib import Path

from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates, UnknownTemplate, read_file, shipped, with_own
from fakturo.convert.templates.parse import BadTemplate
from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings


def all_templates(settings: Settings) -> Templates:
    """Those that come with Fakturo, and the operator's own. One mistake in them stops the start."""
    _check_folder(settings.templates_dir)
    try:
        return with_own(settings.templates_dir)
    except BadTemplate as mistakes:
        raise CannotRun(f"{mistakes}\nMend it, or take it out of TEMPLATES_DIR.") from None


def wanted_templates(settings: Settings, named: str | None, *, none: bool = False) -> Templates:
    """All; none; or just the one that was named, or whose file was."""
    if none and named:
        raise CannotRun("Say either --template or --no-templates.")
    if none:
        return NO_TEMPLATES
    if named is None:
        return all_templates(settings)
    try:
        is_file = named.endswith(".toml") or "/" in named
        file = read_file(Path(named)) if is_file else all_templates(settings).named(named)
    except (BadTemplate, UnknownTemplate) as problem:
        raise CannotRun(str(problem)) from None
    return Templates((file,), forced=True)


def template_list(templates: Templates) -> list[str]:
    width = max((len(each.template.title) for each in templates.files), default=0)
    return [
        f"{each.template.title:{width}}  {each.template.explanation or '(no explanation)'}"
        + (f"  [{each.file}]" if each not in shipped().files else "")
        for each in templates.files
    ]


def check(settings: Settings, files: Sequence[Path]) -> tuple[list[str], bool]:
    """What is to be said about the templates, and whether all are well."""
    _check_folder(settings.templates_dir)
    paths = list(files) or sorted(settings.templates_dir.glob("*.toml") if settings.templates_dir else [])
    if not paths:
        raise CannotRun("There is nothing to check: name a file, or set TEMPLATES_DIR to a folder with *.toml files.")
    lines, is_well = [], True
    for path in paths:
        try:
            lines.append(f"{path}: {read_file(path).template.title} is in order.")
        except BadTemplate as mistakes:
            lines.append(str(mistakes))
            is_well = False
    if is_well and not files:
        all_templates(settings)  # names may collide
    return lines, is_well


def _check_folder(folder: Path | None) -> None:
    if folder and not folder.is_dir():
        raise CannotRun(f"TEMPLATES_DIR is {folder}, which is no folder. Create it, or leave the setting out.")
