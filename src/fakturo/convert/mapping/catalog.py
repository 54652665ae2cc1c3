"""The mappings on offer: each file in mappings/ is one, and the folder is the allow-list; operators add their own."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from fakturo.convert.mapping.model import Mapping
from fakturo.convert.mapping.parse import parse_mapping
from fakturo.convert.mapping.source import BadMapping
from fakturo.convert.mistakes import Mistake, hint
from fakturo.convert.targets.catalog import TARGETS


class UnknownMapping(LookupError):
    """The text is for the person or program that asked for it."""


@dataclass(frozen=True, slots=True)
class MappingFile:
    file: str
    text: str
    mapping: Mapping

    @classmethod
    def parse(cls, file: str, text: str) -> "MappingFile":
        return cls(file, text, parse_mapping(text, file, TARGETS))


@dataclass(frozen=True, slots=True)
class Mappings:
    """By name, several versions of one side by side, the highest first."""

    files: tuple[MappingFile, ...]

    def __post_init__(self) -> None:
        taken: dict[str, str] = {}
        for each in self.files:
            name = each.mapping.full_name
            if name in taken:
                text = f"{name} is in {taken[name]} already: raise the version, or choose another name."
                raise BadMapping([Mistake(each.file, _line_of(each), text)])
            taken[name] = each.file

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(each.mapping.name for each in self.files))

    @property
    def listed(self) -> str:
        """Their names, and which of them are of use only beside a language model."""
        by_model = {each.mapping.name for each in self.files if each.mapping.is_read_by_model}
        alone = ", ".join(name for name in self.names if name not in by_model)
        beside = ", ".join(name for name in self.names if name in by_model)
        return f"{alone}; and where a language model is set up: {beside}" if beside else alone

    def versions(self, name: str) -> list[int]:
        return [each.mapping.version for each in self.files if each.mapping.name == name]

    def latest(self) -> list[Mapping]:
        """Of each name the highest version."""
        return [self.find(name) for name in self.names]

    def find(self, name: str, version: int | None = None) -> Mapping:
        """The mapping of that name, in its highest version if none is given; older clients append `.json`."""
        return self.file_of(name, version).mapping

    def file_of(self, name: str, version: int | None = None) -> MappingFile:
        plain = name.removesuffix(".json")
        found = {each.mapping.version: each for each in self.files if each.mapping.name == plain}
        if not found:
            raise UnknownMapping(f"There is no mapping {plain[:80]!r}. {hint(plain, self.names, listed=self.listed)}")
        if version is not None and version not in found:
            known = ", ".join(map(str, sorted(found)))
            raise UnknownMapping(f"The mapping {plain!r} has no version {version}. There are: {known}.")
        return found[max(found) if version is None else version]

    def find_wanted(self, wanted: str) -> Mapping:
        return self.wanted(wanted).mapping

    def wanted(self, wanted: str) -> MappingFile:
        """As people and clients write it: name, name@version, or either with `.json`."""
        name, _, version = wanted.removesuffix(".json").partition("@")
        if version and not (version.isascii() and version.isdigit() and len(version) < 10):  # noqa: PLR2004
            raise UnknownMapping(f"{version[:80]!r} is no version: write a whole number after the @.")
        return self.file_of(name, int(version) if version else None)


def _line_of(file: MappingFile) -> int:
    """Where the mapping says its version."""
    before, _, _ = file.text.partition("version=")
    return before.count("\n") + 1


@cache
def shipped() -> Mappings:
    """Those that come with Fakturo."""
    folder = resources.files("fakturo.convert") / "mappings"
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".xml")), key=lambda each: each.name)
    return Mappings(tuple(MappingFile.parse(each.name, each.read_text("utf-8")) for each in files))


def with_own(folder: Path | None) -> Mappings:
    """The shipped ones and those of the operator's folder: other names, or other versions of the same."""
    own = [read_file(path) for path in sorted(folder.glob("*.xml"))] if folder else []
    return Mappings((*shipped().files, *own))


def read_file(path: Path) -> MappingFile:
    """Raises BadMapping for one that can't be read, too."""
    try:
        return MappingFile.parse(str(path), path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise BadMapping([Mistake(str(path), None, "The file is not text in UTF-8: save it as that.")]) from None
    except OSError as error:
        raise BadMapping([Mistake(str(path), None, f"{error.strerror}.")]) from None


def from_texts(files: Iterable[tuple[str, str]]) -> Mappings:
    """As they were handed over by another process."""
    return Mappings(tuple(MappingFile.parse(file, text) for file, text in files))


def find_mapping(name: str, version: int | None = None) -> Mapping:
    """One of the shipped ones."""
    return shipped().find(name, version)
