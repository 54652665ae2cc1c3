"""Where settings come from besides the environment: a file, and files that hold one secret each."""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from fakturo.domain.errors import CannotRun

DEFAULT_FILE = Path("fakturo.toml")
FROM_FILE = "_FILE"
ALIKE = 0.7


class BadSettingsFile(CannotRun):
    """It cannot be read, or says something that is no setting; the text names the line or the word."""


def from_file(path: Path | None, known: Collection[str]) -> dict[str, Any]:
    """Of the file that was named, which must exist, or of fakturo.toml here, if there is one."""
    if path is None and not DEFAULT_FILE.is_file():
        return {}
    path = path or DEFAULT_FILE
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no UTF-8"
        raise BadSettingsFile(f"The settings in {path} cannot be read: {reason}.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSettingsFile(f"The settings in {path} are no TOML: {error}.") from None
    unknown = [name for name in said if name.lower() not in known]
    if unknown:
        raise BadSettingsFile("\n".join(f"{path}: {_no_setting(name, known)}" for name in unknown))
    return {name.lower(): value for name, value in said.items() if value != ""}


def _no_setting(name: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(name.lower(), known, n=1, cutoff=ALIKE)
    return f"{name} is no setting." + (f" Did you mean {close[0]}?" if close else " docs/settings.md lists them all.")


def from_secret_files(environment: Mapping[str, str], secrets: Collection[str]) -> dict[str, str]:
    """NAME_FILE names a file with the value of NAME, as containers get their secrets. NAME itself wins."""
    named = {
        name: environment.get(f"{name.upper()}{FROM_FILE}") for name in secrets if not environment.get(name.upper())
    }
    return {name: _secret(name, Path(path)) for name, path in named.items() if path}


def _secret(name: str, path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise BadSettingsFile(f"{name.upper()}{FROM_FILE} names {path}, which cannot be read: {reason}.") from None
