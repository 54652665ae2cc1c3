"""Invoices that somebody hands over as JSON: the form that we hand out, read strictly and answered kindly.

An object, or an array of several. A key that is missing or null is a value that is not on the paper. What can't be used
is named by its path, with the key that was probably meant.
"""

import datetime as dt
import json
import types
import typing
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Union

from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice import Invoice
from fakturo.convert.mistakes import hint
from fakturo.convert.page import Box

LONGEST_FILE_BYTES = 8 * 1024 * 1024
LONGEST_TEXT = 4000
MOST_DIGITS = 30
MOST_ENTRIES = 20_000
MOST_TOLD = 5
NO_RATE = -100
HEAD = ("number", "date", "currency", "due_date", "po")
"""What stands under `invoice`; the rest stands beside it."""
RENAMED = {"box": "bbox"}
_EDGES = 4


class BadJson(ConversionError):
    """The text names what can't be used, for whoever sent it."""


def invoices_from_json(data: bytes) -> list[Invoice]:
    """The invoices, as they are given. Raises BadJson."""
    if len(data) > LONGEST_FILE_BYTES:
        raise BadJson(f"The JSON is larger than {LONGEST_FILE_BYTES // 1024 // 1024} MB.")
    given = parsed_json(data)
    documents = given if isinstance(given, list) else [given]
    if not documents:
        raise BadJson("The JSON is an empty list: there is no invoice in it.")
    reader = _Reader()
    several = len(documents) > 1
    invoices = [reader.invoice(each, f"{place}." if several else "") for place, each in enumerate(documents)]
    if reader.mistakes:
        more = len(reader.mistakes) - MOST_TOLD
        told = [*reader.mistakes[:MOST_TOLD], *([f"And {more} more."] if more > 0 else [])]
        raise BadJson(" ".join(told))
    return invoices


def parsed_json(data: bytes) -> Any:
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            parse_float=_number,
            parse_int=_number,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError:
        raise BadJson("The JSON is not text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"This is not valid JSON: look at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise BadJson("The JSON is nested too deeply for an invoice.") from None


def _number(text: str) -> Decimal:
    if len(text) > MOST_DIGITS:
        raise BadJson(f"The number {text[:MOST_DIGITS]}… has more than {MOST_DIGITS} digits.")
    return Decimal(text)


def _no_number(text: str) -> Decimal:
    raise BadJson(f"{text} is no number.")


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in {each for each, _ in pairs[:at]})
        raise BadJson(f"The key {_short(twice)} stands twice in one object.")
    return made


class _Unusable(Exception):
    """What was expected; the mistake is noted already."""


class _Reader:
    def __init__(self) -> None:
        self.mistakes: list[str] = []

    def invoice(self, given: Any, prefix: str) -> Invoice:
        """The header's values stand in an object of their own, named `invoice`."""
        if not isinstance(given, dict):
            self._wrong(prefix.rstrip(".") or "The JSON", "an object with an invoice", given)
            return Invoice()
        if "invoice" not in given:
            self.mistakes.append(f"{prefix}invoice is missing: it holds number, date and currency.")
        head = given.get("invoice")
        head = {} if head is None else head
        if not isinstance(head, dict):
            self._wrong(f"{prefix}invoice", "an object", head)
            head = {}
        hints, known = _hints(Invoice), {each.name: each for each in fields(Invoice)}
        beside = {name: each for name, each in known.items() if name not in HEAD}
        values = self._values(head, {name: known[name] for name in HEAD}, hints, f"{prefix}invoice.")
        rest = {key: value for key, value in given.items() if key != "invoice"}
        values |= self._values(rest, beside, hints, prefix, also=("invoice",))
        invoice = Invoice(**values)
        self._check_rates(invoice, prefix)
        return invoice

    def _check_rates(self, invoice: Invoice, prefix: str) -> None:
        """A tax that takes away the whole price, or more: no price with tax has a net one then."""
        rates = {f"items.{place}.tax_rate": item.tax_rate for place, item in enumerate(invoice.items)}
        rates |= {f"totals.taxes.{place}.rate": tax.rate for place, tax in enumerate(invoice.totals.taxes)}
        for path, rate in rates.items():
            if rate is not None and rate <= NO_RATE:
                self._wrong(f"{prefix}{path}", f"a rate in percent above {NO_RATE}", rate)

    def _values(
        self,
        given: Mapping[str, Any],
        known: Mapping[str, "Field[Any]"],
        hints: Mapping[str, Any],
        prefix: str,
        also: Sequence[str] = (),
    ) -> dict[str, Any]:
        names = {RENAMED.get(name, name): each for name, each in known.items()}
        values: dict[str, Any] = {}
        for key, value in given.items():
            if key not in names:
                where = f" in {prefix.rstrip('.')}" if prefix.rstrip(".") else ""
                self.mistakes.append(f"There is no {_short(key)}{where}. {hint(key, [*also, *names])}")
            elif value is not None:
                try:
                    values[names[key].name] = self._read(hints[names[key].name], value, f"{prefix}{key}")
                except _Unusable:
                    continue
        for key, each in names.items():
            if each.name not in values and each.default is MISSING and each.default_factory is MISSING:
                values[each.name] = None
                if not _is_optional(hints[each.name]) and given.get(key) is None:
                    self.mistakes.append(f"{prefix}{key} is missing.")
        return values

    def _read(self, kind: Any, value: Any, path: str) -> Any:
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin in {Union, types.UnionType}:
            return self._read(next(each for each in arguments if each is not type(None)), value, path)
        if kind is Box:
            return self._box(value, path)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            entries = self._checked(value, dict, "an object", path)
            return {key: self._read(arguments[1], each, f"{path}.{_short(key)}") for key, each in entries.items()}
        if isinstance(origin, type) and issubclass(origin, Sequence):
            entries = self._checked(value, list, "a list", path)
            return tuple(self._read(arguments[0], each, f"{path}.{place}") for place, each in enumerate(entries))
        if is_dataclass(kind) and isinstance(kind, type):
            group = self._checked(value, dict, "an object", path)
            made = self._values(group, {each.name: each for each in fields(kind)}, _hints(kind), f"{path}.")
            return kind(**made)
        return self._plain(kind, value, path)

    def _checked(self, value: Any, kind: type[Any], expected: str, path: str) -> Any:
        if not isinstance(value, kind):
            self._wrong(path, expected, value)
            raise _Unusable
        if len(value) > MOST_ENTRIES:
            self.mistakes.append(f"{path} has more than {MOST_ENTRIES} entries.")
            raise _Unusable
        return value

    def _plain(self, kind: Any, value: Any, path: str) -> Any:
        expected, read = next((expected, read) for base, expected, read in _PLAIN if issubclass(kind, base))
        try:
            return read(kind, value)
        except (ValueError, TypeError, ArithmeticError):
            if issubclass(kind, Enum):
                expected = " or ".join(repr(each.value) for each in kind)
            self._wrong(path, expected, value)
            raise _Unusable from None

    def _box(self, value: Any, path: str) -> Box:
        if isinstance(value, list) and len(value) == _EDGES and all(isinstance(edge, Decimal) for edge in value):
            return Box(*map(float, value))
        self._wrong(path, "a list of four numbers", value)
        raise _Unusable

    def _wrong(self, path: str, expected: str, value: Any) -> None:
        self.mistakes.append(f"{path} should be {expected}, not {_in_words(value)}.")


@cache
def _hints(kind: Hashable) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)


def _is_optional(kind: Any) -> bool:
    return type(None) in typing.get_args(kind)


def _text(_: type, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError
    return value


def _decimal(_: type, value: Any) -> Decimal:
    """A text with a point, as we write it; a plain number will do. No exponent: nobody prints one."""
    if not isinstance(value, str | Decimal) or len(str(value)) > MOST_DIGITS:
        raise TypeError
    number = Decimal(value)
    if not number.is_finite() or abs(number.adjusted()) > MOST_DIGITS or len(number.as_tuple().digits) > MOST_DIGITS:
        raise ValueError
    if "e" in value.lower() if isinstance(value, str) else "E+" in str(number):  # 1e-05 is how machines write 0.00001
        raise ValueError
    return number


def _whole(_: type, value: Any) -> int:
    if not isinstance(value, Decimal) or value != int(value):
        raise ValueError
    return int(value)


def _switch(_: type, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _float(_: type, value: Any) -> float:
    if not isinstance(value, Decimal):
        raise TypeError
    return float(value)


def _date(_: type, value: Any) -> dt.date:
    return dt.date.fromisoformat(value)


_PLAIN: tuple[tuple[type, str, Callable[[Any, Any], Any]], ...] = (
    (Enum, "", lambda kind, value: kind(value)),
    (str, f"a text of at most {LONGEST_TEXT} characters", _text),
    (Decimal, 'a number like "25000.50", with a point and no exponent', _decimal),
    (dt.date, 'a date like "2026-03-09"', _date),
    (bool, "true or false", _switch),
    (int, "a whole number", _whole),
    (float, "a number", _float),
)


def _in_words(value: Any) -> str:
    for kind, words in ((dict, "an object"), (list, "a list"), (bool, "true or false"), (Decimal, f"{value}")):
        if isinstance(value, kind):
            return words
    return _short(value) if isinstance(value, str) else "null"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")  # noqa: PLR2004
