"""What names stand for while a mapping is filled in, and which values were looked at for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple


class Bound(NamedTuple):
    value: Any
    path: str | None
    """Where it stands among the target's values; None for what was computed."""
    sources: tuple[str, ...] = ()
    """Paths of what it was computed from."""


@dataclass(slots=True)
class Scope:
    names: Mapping[str, Bound]
    reads: list[str] = field(default_factory=list)
    """Paths of values that expressions came by."""

    @classmethod
    def of(cls, values: Any) -> "Scope":
        return cls({each.name: Bound(getattr(values, each.name), each.name) for each in fields(values)})

    def with_name(self, name: str, bound: Bound) -> "Scope":
        return Scope({**self.names, name: bound}, self.reads)

    def found(self, name: str, steps: Sequence[str]) -> Iterator[tuple[Any, str | None]]:
        """What a path leads to, each with where it stands: one value, or those of the lists on its way."""
        bound = self.names[name]
        self.reads.extend(bound.sources)
        return _walk(bound.value, bound.path, steps)


def _walk(value: Any, path: str | None, steps: Sequence[str]) -> Iterator[tuple[Any, str | None]]:
    if isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from _walk(each, _below(path, number), steps)
    elif steps and value is not None:
        yield from _walk(getattr(value, steps[0]), _below(path, steps[0]), steps[1:])
    else:
        yield value, path


def _below(path: str | None, step: object) -> str | None:
    return None if path is None else f"{path}.{step}"
