"""`fakturo validate`: what format files have, what is wrong with them, and where."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fakturo.gateway.children import CannotStart
from fakturo.gateway.files.one_file import NotConverted, plain, result_of
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import Validate

FINE, WRONG, NOT_READ = 0, 1, 2
Document = dict[str, Any]
"""As a child hands it over; see convert/validate/report.py."""


async def validate_files(
    files: Sequence[Path], options: GatewayOptions, say: Callable[[str], None], *, as_json: bool = False
) -> int:
    """0: all are fine; 1: some are wrong; 2: some could not be read or checked."""
    documents: list[Document] = []
    try:
        async with Pool(options).running() as pool:
            for file in files:
                documents.append(await _document(file, pool, options))
                if not as_json:
                    say("\n".join(told(documents[-1])))
    except CannotStart as hindrance:
        say(str(hindrance))
        return NOT_READ
    if as_json:
        say(json.dumps(documents, ensure_ascii=False, indent=2))
    return max(map(exit_code, documents), default=NOT_READ)


async def _document(file: Path, pool: Pool, options: GatewayOptions) -> Document:
    try:
        document: Document = json.loads(await result_of(file, Validate(), pool, options))
    except NotConverted as failure:
        return {"file": str(file), "error": str(failure)}
    return {"file": str(file), **document}


def exit_code(document: Document) -> int:
    if "error" in document or not document["checked"]:
        return NOT_READ
    return FINE if document["valid"] else WRONG


def told(document: Document) -> Iterator[str]:
    """The lines about one file."""
    file = document["file"]
    if "error" in document:
        yield f"{file}: {plain(document['error'])}"
        return
    yield f"{file}: {plain(document['format'])}: {_verdict(document)}"
    yield from (f"  {plain(note)}" for note in document["notes"])
    for finding in document["findings"]:
        line = f"line {finding['line']}, " if finding["line"] else ""
        place = f" ({line}{plain(finding['element'])})" if finding["element"] else ""
        yield f"  {finding['severity']} {finding['code']}: {plain(finding['message'])}{place}"


def _verdict(document: Document) -> str:
    if not document["checked"]:
        return "not checked."
    errors = sum(finding["severity"] == "error" for finding in document["findings"])
    warnings = len(document["findings"]) - errors
    said = [f"{errors} error{'s' * (errors != 1)}"] * bool(errors)
    said += [f"{warnings} warning{'s' * (warnings != 1)}"] * bool(warnings)
    return f"{' and '.join(said)}." if said else "fine."
