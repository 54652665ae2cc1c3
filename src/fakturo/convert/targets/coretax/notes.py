"""What there is to say about one invoice while its values are made; the same about several lines is said once."""

from collections.abc import Sequence
from itertools import starmap

from fakturo.convert.invoice import Invoice, Issue, Severity


class Notes:
    def __init__(self, invoice: Invoice) -> None:
        self._invoice = invoice
        self._issues: list[Issue] = []
        self._of_lines: dict[tuple[str, str, str, Severity], list[int]] = {}
        self._changes: dict[tuple[str, str], list[tuple[int, str, str]]] = {}

    def error(self, code: str, field: str, message: str) -> None:
        self._add(code, field, message, Severity.ERROR)

    def warning(self, code: str, field: str, message: str) -> None:
        self._add(code, field, message, Severity.WARNING)

    def line_error(self, place: int, code: str, field: str, message: str) -> None:
        """Unless the reader has said so already."""
        if (code, f"items.{place}.{field}") not in {(issue.code, issue.field) for issue in self._invoice.issues}:
            self._of_lines.setdefault((code, field, message, Severity.ERROR), []).append(place)

    def line_warning(self, place: int, code: str, field: str, message: str) -> None:
        self._of_lines.setdefault((code, field, message, Severity.WARNING), []).append(place)

    def line_change(self, place: int, code: str, field: str, why: str, what: str) -> None:
        """Something is written otherwise than printed; the same of several lines is said once, each with its values."""
        self._changes.setdefault((code, why), []).append((place, field, what))

    def issues(self) -> list[Issue]:
        of_lines = [
            self._issue(code, f"items.{places[0]}.{field}", f"{lines_named(places)}: {message}", severity)
            for (code, field, message, severity), places in self._of_lines.items()
        ]
        return [*self._issues, *of_lines, *starmap(self._of_changes, self._changes.items())]

    def _of_changes(self, reason: tuple[str, str], changes: Sequence[tuple[int, str, str]]) -> Issue:
        (code, why), (first, field, _) = reason, changes[0]
        several = len(changes) > 1
        told = [f"line {place + 1}: {what}" if several else what for place, _, what in changes[:MOST_NAMED]]
        message = f"{lines_named([place for place, *_ in changes])}: {why}: {'; '.join(told)}."
        return self._issue(code, f"items.{first}.{field}", message, Severity.WARNING)

    def _add(self, code: str, field: str, message: str, severity: Severity) -> None:
        self._issues.append(self._issue(code, field, message, severity))

    def _issue(self, code: str, field: str, message: str, severity: Severity) -> Issue:
        place = self._invoice.fields.get(field)
        return Issue(code, field, message, place.page if place else None, place.box if place else None, severity)


MOST_NAMED = 8


def lines_named(places: Sequence[int]) -> str:
    return f"Line {counted(places)}" if len(places) == 1 else f"Lines {counted(places)}"


def counted(places: Sequence[int]) -> str:
    """`3`, `3, 4 and 9`: from one on, as people count. Of very many, the first and how many more."""
    numbers = [str(place + 1) for place in places]
    if len(numbers) > MOST_NAMED:
        numbers = [*numbers[:MOST_NAMED], f"{len(numbers) - MOST_NAMED} more"]
    return numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"
