"""What there is to say about one invoice while its values are made; the same about several lines is said once."""

from collections.abc import Sequence

from fakturo.convert.invoice import Invoice, Issue, Severity


class Notes:
    def __init__(self, invoice: Invoice) -> None:
        self._invoice = invoice
        self._issues: list[Issue] = []
        self._of_lines: dict[tuple[str, str, str, Severity], list[int]] = {}

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

    def issues(self) -> list[Issue]:
        of_lines = [
            self._issue(code, f"items.{places[0]}.{field}", f"{lines_named(places)}: {message}", severity)
            for (code, field, message, severity), places in self._of_lines.items()
        ]
        return [*self._issues, *of_lines]

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
