"""Text recognition, beside the parser that asks for it and within the same walls.

A parser asks with Recognise; how it is answered: assistants.py.

A setting says who reads. The built-in reader (convert/recognise) is a child of its own: started when a document first
needs it, given one page after the other, and ended with the document. tesseract is a program, started for each page.
"""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fakturo.convert.recognise import models
from fakturo.gateway.assistants import Files, answer_parser, is_ready, serving
from fakturo.gateway.options import GatewayOptions, Ocr
from fakturo.gateway.sandbox.link import Child, SandboxLink
from fakturo.gateway.sandbox.messages import Answered, Message, Unavailable, Written

_SEARCHED = "/usr/local/bin:/usr/bin:/bin"
OFF = "Text recognition is switched off (OCR_ENGINE=off), so scanned pages can't be read."
NO_TESSERACT = (
    "Text recognition is not installed here (tesseract), so scanned pages can't be read. Install tesseract-ocr, or set "
    "OCR_ENGINE=built-in."
)
NO_MODELS = "Text recognition is not installed here (rapidocr, onnxruntime), so scanned pages can't be read."
FAILED = "Text recognition failed on this page."
TOO_MANY = "It was not recognised: the pages before it took all the time that one document may have for that."


def find_tesseract(name: str) -> str | None:
    return shutil.which(name, path=_SEARCHED)


def why_unavailable(ocr: Ocr, tesseract: str = "tesseract") -> str | None:
    """Why no scanned page can be read here, as a sentence; None when they can."""
    match ocr:
        case Ocr.OFF:
            return OFF
        case Ocr.TESSERACT:
            return None if find_tesseract(tesseract) else NO_TESSERACT
        case Ocr.BUILT_IN:
            return None if models.are_installed() else NO_MODELS


def load_reader() -> Callable[[socket.socket], None]:
    """Load the networks, while files may still be read; what comes back reads pictures ever after."""
    from fakturo.convert.recognise.table import table_of

    loaded = models.load()
    table_of(b"P5 64 64 255\n" + b"\xff" * 64 * 64, loaded)

    return serving(lambda picture: table_of(picture, loaded).encode())


class Recogniser:
    def __init__(self, options: GatewayOptions) -> None:
        self._options = options
        self._unavailable = why_unavailable(options.ocr, options.tesseract)

    @contextmanager
    def for_document(self) -> Iterator["DocumentRecogniser"]:
        recogniser = DocumentRecogniser(self._options, self._unavailable)
        try:
            yield recogniser
        finally:
            recogniser.end()


class DocumentRecogniser:
    """Reads the pages of one document, as long as it may."""

    def __init__(self, options: GatewayOptions, unavailable: str | None) -> None:
        self._options = options
        self._unavailable = unavailable
        self._reader: Child | None = None
        self._reader_seconds = 0.0
        self._seconds_before = 0.0
        """Of programs and readers that have gone."""

    async def serve(self, parser: Child, dpi: int, sandbox: SandboxLink) -> None:
        if reason := self._reason_against():
            await parser.reply(Unavailable(reason))
            return

        async def read(files: Files) -> Message:
            tesseract = self._options.ocr == Ocr.TESSERACT
            done = await (self._run_tesseract(dpi, files, sandbox) if tesseract else self._ask_reader(files, sandbox))
            return Answered(self.cpu_seconds) if done else Unavailable(FAILED)

        await answer_parser(parser, self._options.temp_dir, read)

    @property
    def cpu_seconds(self) -> float:
        """What the pages have taken that were read."""
        return self._seconds_before + self._reader_seconds

    def end(self) -> None:
        if self._reader:
            self._reader.end()
            self._reader = None
            self._seconds_before, self._reader_seconds = self.cpu_seconds, 0.0

    def _reason_against(self) -> str | None:
        return self._unavailable or (TOO_MANY if self.cpu_seconds >= self._options.ocr_seconds else None)

    async def _ask_reader(self, files: Files, sandbox: SandboxLink) -> bool:
        """False from a reader that died over the page; the next page gets another."""
        reader = self._reader or await self._started_reader(sandbox)
        if reader is None:
            return False
        reader.process.renew_limits()
        try:
            await reader.send(Written(), files)
            answer = await reader.receive()
        except OSError:
            answer = None
        if not isinstance(answer, Answered):
            self.end()
            return False
        self._reader_seconds = answer.cpu_seconds
        return True

    async def _started_reader(self, sandbox: SandboxLink) -> Child | None:
        self._reader = sandbox.start_reader()
        if not await is_ready(self._reader, "reader"):
            self._reader = None
        return self._reader

    async def _run_tesseract(self, dpi: int, files: Files, sandbox: SandboxLink) -> bool:
        picture, table = files
        os.lseek(picture, 0, os.SEEK_SET)
        process = sandbox.start_program(self._tesseract_command(dpi), picture, table)
        try:
            death = await process.ended
        finally:
            process.kill()  # on the way out of a cancelled request; a dead one has no pid any more
        self._seconds_before += death.cpu_seconds
        return death.code == 0

    def _tesseract_command(self, dpi: int) -> list[str]:
        program = find_tesseract(self._options.tesseract) or self._options.tesseract
        return [program, "stdin", "stdout", "-l", self._options.ocr_languages, "--dpi", str(dpi), "tsv"]
