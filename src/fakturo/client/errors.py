"""What can go wrong between us and a server; each says it in a sentence.

FakturoError
├── Unreachable     nobody answers there
├── NotFakturo      somebody else does
├── TookTooLong     a job has not ended in the time given
└── Refused         the server said no; `code` is one of docs/errors.md
    └── WrongKey    it does not know the key, or does not accept it any more
"""

from collections.abc import Mapping
from typing import Any


class FakturoError(Exception):
    pass


class Unreachable(FakturoError):
    pass


class NotFakturo(FakturoError):
    pass


class TookTooLong(FakturoError):
    pass


class Refused(FakturoError):
    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem["detail"]))
        self.status = status
        self.code = str(problem["code"])
        self.request_id = str(problem.get("request_id", ""))
        """For the server's administrator: its log lines have it, too."""
        self.problem = dict(problem)


class WrongKey(Refused):
    pass
