"""`fakturo mappings test`: what a mapping makes of files, and what is wrong with it, in lines for a person."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from fakturo.convert.mapping import Mapping
from fakturo.gateway.children import CannotStart
from fakturo.gateway.contract import NOT_OF_INVOICES
from fakturo.gateway.directory import Directory
from fakturo.gateway.files.one_file import (
    ALL_CONVERTED,
    NOTHING_DONE,
    SOME_FAILED,
    NotConverted,
    failures_for_people,
    is_json,
    plain,
    run_on_file,
)
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import Convert
from fakturo.gateway.scratch import scratch_file
from fakturo.http.media_types import JSON, PDF, XML

Document = dict[str, Any]
"""An invoice as JSON has it."""


async def try_on_files(
    mapping: Mapping,
    files: Sequence[Path],
    options: GatewayOptions,
    directory: Directory,
    out: BinaryIO,
    say: Callable[[str], None],
) -> int:
    """XML goes to out, the verdict with its reasons is said. 0: all could be read; 1: not all; 2: nothing was done."""
    failed = 0
    try:
        async with Pool(options, directory).running() as pool:
            for file in files:
                try:
                    xml, invoices = await _converted(mapping, file, pool, options)
                except NotConverted as failure:
                    say(f"{file.name}: {failure}")
                    failed += 1
                    continue
                out.write(xml)
                out.flush()
                for line in told(file.name, invoices):
                    say(line)
    except CannotStart as hindrance:
        say(str(hindrance))
        return NOTHING_DONE
    return SOME_FAILED if failed else ALL_CONVERTED


async def _converted(mapping: Mapping, file: Path, pool: Pool, options: GatewayOptions) -> tuple[bytes, list[Document]]:
    if is_json(file) and not mapping.is_of_invoices:
        raise NotConverted(NOT_OF_INVOICES.format(name=mapping.name))
    task = Convert(source=PDF, results=(JSON, XML), mapping=mapping.full_name, pretty=True)
    with (
        failures_for_people(),
        scratch_file(options.temp_dir) as document,
        scratch_file(options.temp_dir) as xml,
    ):
        await run_on_file(file, task, pool, options, [document, xml])
        document.seek(0)
        xml.seek(0)
        made = json.load(document)
        return xml.read(), made if isinstance(made, list) else [made]


def told(name: str, invoices: Sequence[Document]) -> Iterator[str]:
    """The verdict on a file, and a line for each issue."""
    accepted = all(invoice["verdict"] == "accepted" for invoice in invoices)
    issues = [issue for invoice in invoices for issue in invoice["issues"]]
    issues.sort(key=lambda issue: issue.get("severity", "error") != "error")
    count = f"{len(issues)} issue" if len(issues) == 1 else f"{len(issues)} issues"
    yield f"{name}: {'accepted' if accepted else 'for review'}, {count if issues else 'nothing to remark'}"
    for issue in issues:
        where = ", ".join(filter(None, [f"page {issue['page']}" if "page" in issue else "", issue["field"] or ""]))
        yield plain(f"  {issue.get('severity', 'error')}: {f'{where}: ' if where else ''}{issue['message']}")
