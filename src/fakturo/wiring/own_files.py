"""Files that an operator writes: templates and mappings, in a folder that a setting names."""

from collections.abc import Callable, Sequence
from pathlib import Path

from fakturo.domain.errors import CannotRun


def check_folder(folder: Path | None, setting: str) -> None:
    if folder and not folder.is_dir():
        raise CannotRun(f"{setting} is {folder}, which is no folder. Create it, or leave the setting out.")


def check_each(
    files: Sequence[Path],
    folder: Path | None,
    *,
    setting: str,
    suffix: str,
    title_of: Callable[[Path], str],
    mistakes: type[Exception],
    check_together: Callable[[], object],
) -> tuple[list[str], bool]:
    """What is to be said about these files, or else about all in the folder, and whether all are well."""
    check_folder(folder, setting)
    chosen = list(files) or sorted(folder.glob(f"*{suffix}") if folder else [])
    if not chosen:
        raise CannotRun(f"There is nothing to check: name a file, or set {setting} to a folder with *{suffix} files.")
    lines, is_well = [], True
    for path in chosen:
        try:
            lines.append(f"{path}: {title_of(path)} is in order.")
        except mistakes as found:
            lines.append(str(found))
            is_well = False
    if is_well and not files:
        check_together()  # names may collide
    return lines, is_well
