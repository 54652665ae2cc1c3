"""Templates from the settings and the command line."""

from collections.abc import Sequence
from pathlib import Path

from fakturo.convert.templates.catalog import (
    NO_TEMPLATES,
    TemplateFile,
    Templates,
    UnknownTemplate,
    read_file,
    shipped,
    with_own,
)
from fakturo.convert.templates.parse import BadTemplate
from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings
from fakturo.wiring.own_files import check_each, check_folder


def all_templates(settings: Settings) -> Templates:
    """Those that come with Fakturo, and the operator's own. One mistake in them stops the start."""
    check_folder(settings.templates_dir, "TEMPLATES_DIR")
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
    return Templates((_named(settings, named),), forced=True)


def templates_with(settings: Settings, named: str) -> Templates:
    """The one that was named first, and then all others, as a gateway chooses among them."""
    file = _named(settings, named)
    others = (each for each in all_templates(settings).files if each.template.name != file.template.name)
    return Templates((file, *others))


def templates_in(settings: Settings, folder: Path | None) -> tuple[Templates, Path]:
    """Those that come with Fakturo and those of a folder, which need not be there yet; and that folder."""
    folder = folder or settings.templates_dir
    if folder is None:
        raise CannotRun("Say where templates are kept: --templates DIR, or the setting TEMPLATES_DIR.")
    if folder.exists() and not folder.is_dir():
        raise CannotRun(f"{folder} is no folder.")
    if not folder.parent.is_dir():
        raise CannotRun(f"There is no folder {folder.parent}.")
    try:
        return with_own(folder), folder
    except BadTemplate as mistakes:
        raise CannotRun(str(mistakes)) from None


def _named(settings: Settings, named: str) -> TemplateFile:
    """By its name, or as a file."""
    try:
        is_file = named.endswith(".toml") or "/" in named
        return read_file(Path(named)) if is_file else all_templates(settings).named(named)
    except (BadTemplate, UnknownTemplate) as problem:
        raise CannotRun(str(problem)) from None


def template_list(templates: Templates) -> list[str]:
    width = max((len(each.template.title) for each in templates.files), default=0)
    return [
        f"{each.template.title:{width}}  {each.template.explanation or '(no explanation)'}"
        + (f"  [{each.file}]" if each not in shipped().files else "")
        for each in templates.files
    ]


def check(settings: Settings, files: Sequence[Path]) -> tuple[list[str], bool]:
    """What is to be said about the templates, and whether all are well."""
    return check_each(
        files,
        settings.templates_dir,
        setting="TEMPLATES_DIR",
        suffix=".toml",
        title_of=lambda path: read_file(path).template.title,
        mistakes=BadTemplate,
        check_together=lambda: all_templates(settings),
    )
