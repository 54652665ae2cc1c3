"""Which of the walls around a child this system has. The operator learns of each that is missing."""

import os
import pwd

from fakturo.gateway.sandbox import bubblewrap, kernel, landlock, seccomp

NO_LANDLOCK = (
    "Landlock is not available: parser processes are kept from files by their user's rights alone. "
    "Use Linux 5.13 or newer with landlock in its list of security modules (boot with lsm=landlock,…), "
    "or install bubblewrap."
)
NO_SECCOMP = (
    "seccomp is not available: parser processes are not kept from the network or from other processes. "
    "Use a Linux kernel with CONFIG_SECCOMP_FILTER on x86_64 or aarch64."
)
NO_USER = (
    "There is no user {user!r} for parser processes, and the gateway runs as root: it will not start. "
    "Create the user, or start the gateway as another one."
)
NO_DEATH_SIGNAL = (
    "Parser processes can't be tied to the gateway's life on this system: after a crash of the gateway, "
    "look for processes that it left. Use Linux in production."
)

NO_MEMORY_LIMIT = (
    "Parser processes' memory can't be limited on this system: a hostile document may use up the machine's. "
    "Use Linux in production."
)


def missing_protections(unprivileged_user: str = "nobody") -> list[str]:
    """A sentence for each wall that is missing, with what to do; none when all stand."""
    walls = {
        NO_LANDLOCK: landlock.version() > 0 or bubblewrap.works(),
        NO_SECCOMP: seccomp.is_available(),
        NO_USER.format(user=unprivileged_user): os.geteuid() != 0 or _user_exists(unprivileged_user),
        NO_DEATH_SIGNAL: kernel.IS_LINUX,
        NO_MEMORY_LIMIT: kernel.IS_LINUX,
    }
    return [sentence for sentence, stands in walls.items() if not stands]


def _user_exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
