"""From what a result was made, beside its file: handed in later, the same file gets a new one if that has changed."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Self

from fakturo.domain.own_templates import NO_TEMPLATES


class Input(StrEnum):
    ENGINE = "engine"
    TEMPLATES = "templates"
    MAPPING = "mapping"
    DIRECTORY = "directory"


@dataclass(frozen=True, slots=True)
class Inputs:
    """None is what nobody said, or what does not count: a layout asks no directory."""

    engine: str | None = None
    templates: str | None = None
    """A gateway's own knowledge, in short: its templates, and what its settings say about sellers and directories."""
    directory: str | None = None
    """The state of the owner's directory, and of everybody's."""
    own_templates: str | None = None
    """A mark of the owner's own templates; not known of what was made before owners could have any."""
    reader: str | None = None
    """The language model that read it, with the versions of prompt and schema."""

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Self:
        return cls(**{each.name: said.get(each.name) for each in fields(cls)})

    def told(self) -> dict[str, str]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def changed_inputs(
    made_with: Inputs | None, mapping_version: int, *, today: Inputs, todays_version: int
) -> tuple[Input, ...]:
    """What differs between then and now, as far as both are known. A result of which nobody wrote down how it was made
    is that of an earlier engine: this one writes it down."""
    made = made_with or Inputs(engine="")
    pairs = {
        Input.ENGINE: (made.engine, today.engine),
        Input.TEMPLATES: (made.templates, today.templates),
        Input.MAPPING: (mapping_version, todays_version),
        Input.DIRECTORY: (made.directory, today.directory),
    }
    differing = {each for each, (then, now) in pairs.items() if None not in (then, now) and then != now}
    if today.own_templates is not None and today.own_templates != (made.own_templates or NO_TEMPLATES):
        differing.add(Input.TEMPLATES)
    return tuple(each for each in pairs if each in differing)
