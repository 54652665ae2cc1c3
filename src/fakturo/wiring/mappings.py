"""Mappings from the settings and the command line."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from fakturo.convert.mapping import BadMapping, Mapping, Mappings, UnknownMapping, shipped
from fakturo.convert.mapping.catalog import MappingFile, read_file, with_own
from fakturo.convert.mapping.kinds import paths
from fakturo.convert.targets.catalog import TARGETS
from fakturo.domain.errors import CannotRun
from fakturo.settings import BadSetting, Settings, bad_value
from fakturo.wiring.own_files import check_each, check_folder


def all_mappings(settings: Settings) -> Mappings:
    """Those that come with Fakturo, and the operator's own. One mistake in them stops the start."""
    check_folder(settings.mappings_dir, "MAPPINGS_DIR")
    try:
        mappings = with_own(settings.mappings_dir)
    except BadMapping as mistakes:
        raise CannotRun(f"{mistakes}\nMend it, or take it out of MAPPINGS_DIR.") from None
    try:
        default = mappings.find(settings.default_mapping)
        if default.is_read_by_model and not settings.llm_base_url:
            reason = "It is read by a language model: set LLM_BASE_URL, or choose another"
            raise BadSetting(bad_value("default_mapping", settings.default_mapping, reason))
    except UnknownMapping as unknown:
        raise BadSetting(bad_value("default_mapping", settings.default_mapping, str(unknown))) from None
    return mappings


def mapping_list(settings: Settings, states: dict[str, str] | None = None) -> list[str]:
    """A line for each mapping: name and version, target, what it is for, and for whom, if that was said."""
    mappings = all_mappings(settings)
    default, said, model = mappings.find(settings.default_mapping), states or {}, bool(settings.llm_base_url)
    rows = [
        (each.mapping.full_name, each.mapping.target, _remark(each, default, said, has_model=model))
        for each in mappings.files
    ]
    width, wide = (max(len(row[column]) for row in rows) for column in (0, 1))
    return [f"{name:{width}}  {target:{wide}}  {remark}" for name, target, remark in rows]


def _remark(each: MappingFile, default: Mapping, states: dict[str, str], *, has_model: bool) -> str:
    marks = ["needs LLM_BASE_URL"] * (each.mapping.is_read_by_model and not has_model)
    marks += ["the default"] * (each.mapping is default) + [each.file] * (each not in shipped().files)
    marks += [states[each.mapping.full_name]] if each.mapping.full_name in states else []
    return each.mapping.explanation + (f" [{', '.join(marks)}]" if marks else "")


def wanted_mapping(settings: Settings, named: str) -> MappingFile:
    """By its name, with or without @version, or as a file of one's own."""
    try:
        if named.endswith(".xml") or "/" in named:
            return read_file(Path(named))
        return all_mappings(settings).wanted(named)
    except (BadMapping, UnknownMapping) as problem:
        raise CannotRun(str(problem)) from None


def offered_paths(file: MappingFile) -> Iterator[str]:
    """What its target offers to be written."""
    offered = paths(TARGETS[file.mapping.target].values)
    if not offered:
        return
    width = max(len(path) for path, _ in offered)
    yield f"Paths of the target {file.mapping.target!r}; a star stands for a list, which m:each goes through:\n"
    yield from (f"  {path:{width}}  {kind}" for path, kind in offered)


def check(settings: Settings, files: Sequence[Path]) -> tuple[list[str], bool]:
    """What is to be said about the mappings, and whether all are well."""
    return check_each(
        files,
        settings.mappings_dir,
        setting="MAPPINGS_DIR",
        suffix=".xml",
        title_of=lambda path: read_file(path).mapping.full_name,
        mistakes=BadMapping,
        check_together=lambda: all_mappings(settings),
    )
