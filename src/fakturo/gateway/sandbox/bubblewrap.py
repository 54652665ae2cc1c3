"""bubblewrap: a file system that can only be read, for kernels that have no Landlock."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import fakturo
from fakturo.gateway.sandbox import landlock

_SEARCHED = "/usr/local/bin:/usr/bin:/bin"
_WALLS = (
    *("--die-with-parent", "--unshare-net"),
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"),  # noqa: S108
)


def wrapped(command: Sequence[str], *, wanted: bool | None) -> list[str]:
    """The command behind bubblewrap's walls, if wanted; None wants them where Landlock is missing and they work."""
    wrap = not landlock.version() and works() if wanted is None else wanted
    return [*_prefix(), *command] if wrap else [*command]


@cache
def works() -> bool:
    """Installed, and allowed to make namespaces: many systems keep that from ordinary users."""
    if shutil.which("bwrap", path=_SEARCHED) is None:
        return False
    return subprocess.run([*_prefix(), "/bin/true"], check=False, capture_output=True).returncode == 0


def _prefix() -> list[str]:
    return [shutil.which("bwrap", path=_SEARCHED) or "bwrap", *_WALLS, *_our_own_places(), "--"]


def _our_own_places() -> list[str]:
    """Where Python and we are installed, if that is below the /tmp that was just emptied."""
    homes = {Path(sys.prefix), Path(sys.base_prefix), Path(fakturo.__file__).parents[1]}
    hidden = sorted(str(home) for home in homes if home.is_relative_to("/tmp"))  # noqa: S108
    return [part for home in hidden for part in ("--ro-bind", home, home)]
