"""All SQL of the house, by name. A statement starts at `-- name: …`; the comment below it says what it is for."""

import re
from functools import cache
from importlib import resources

_NAME = re.compile(rb"^-- name: (\w+)$", re.MULTILINE)


@cache
def statements(file: str) -> dict[str, bytes]:
    """The statements of sql/<file>.sql."""
    text = (resources.files(__package__) / "sql" / f"{file}.sql").read_bytes()
    _, *rest = _NAME.split(text)
    names, bodies = rest[::2], rest[1::2]
    assert len(names) == len(set(names)), f"a name occurs twice in {file}.sql"
    return {name.decode(): body.strip().rstrip(b";") for name, body in zip(names, bodies, strict=True)}
