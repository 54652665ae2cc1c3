"""One file of many: read from its place, converted in a child with limits, its result written to its place."""

import time
from dataclasses import dataclass
from typing import IO

from fakturo.bulk.manifest import Record
from fakturo.bulk.places import PDF_SUFFIX, Entry, Place
from fakturo.gateway.files.one_file import NotConverted, failures_for_people
from fakturo.gateway.options import MIB, GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import Convert, Done
from fakturo.gateway.scratch import scratch_file
from fakturo.http.media_types import PDF, XML


@dataclass(frozen=True, slots=True)
class Converter:
    source: Place
    target: Place
    mapping: str
    pool: Pool
    options: GatewayOptions

    async def convert(self, entry: Entry) -> Record:
        begun = time.monotonic()
        try:
            with failures_for_people(), scratch_file(self.options.temp_dir) as result:
                done = await self._run(entry, result)
                name = result_name(entry.name)
                result.seek(0)
                self.target.write(name, result.read())
        except NotConverted as failure:
            return Record(entry.name, entry.mark, entry.size, reason=str(failure), milliseconds=_since(begun))
        return Record(entry.name, entry.mark, entry.size, name, done.verdict, done.issues, done.reason, _since(begun))

    async def _run(self, entry: Entry, result: IO[bytes]) -> Done:
        if entry.size > self.options.max_upload_bytes:
            raise NotConverted(f"The file exceeds {self.options.max_upload_bytes // MIB} MB.")
        with scratch_file(self.options.temp_dir) as copy:
            copy.write(self.source.read(entry.name))
            copy.flush()
            copy.seek(0)
            task = Convert(source=PDF, results=(XML,), mapping=self.mapping, pretty=False)
            return await self.pool.run(task, (copy.fileno(), result.fileno()))


def result_name(source: str) -> str:
    """`a.xml` of `a.pdf`, but `a.PDF.xml` of `a.PDF`: no two files of a folder may have one result."""
    stem = source.removesuffix(PDF_SUFFIX)
    return f"{source if stem.lower().endswith(PDF_SUFFIX) else stem}.xml"


def _since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
