"""Mappings from the settings and the command line."""

from pathlib import Path

from fakturo.convert.mapping import BadMapping, Mappings, UnknownMapping
from fakturo.convert.mapping.catalog import with_own
from fakturo.domain.errors import CannotRun
from fakturo.settings import BadSetting, Settings, bad_value


def all_mappings(settings: Settings) -> Mappings:
    """Those that come with Fakturo, and the operator's own. One mistake in them stops the start."""
    _check_folder(settings.mappings_dir)
    try:
        mappings = with_own(settings.mappings_dir)
    except BadMapping as mistakes:
        raise CannotRun(f"{mistakes}\nMend it, or take it out of MAPPINGS_DIR.") from None
    try:
        mappings.find(settings.default_mapping)
    except UnknownMapping as unknown:
        raise BadSetting(bad_value("default_mapping", settings.default_mapping, str(unknown))) from None
    return mappings


def _check_folder(folder: Path | None) -> None:
    if folder and not folder.is_dir():
        raise CannotRun(f"MAPPINGS_DIR is {folder}, which is no folder. Create it, or leave the setting out.")
