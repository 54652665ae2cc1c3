"""What a child does with a document, once it may do nothing else.

gateway → child   {"do": "layout", "pretty": false} with two files: the PDF, and where the XML goes
child → gateway   {"page": n} as it goes, then one of
                  {"done": {…}}   {"refused": "why, for the sender"}   {"exceeded": "what, for the sender"}
                  {"crashed": "where in our code"}
"""

import errno
import io
import json
import mmap
import os
import socket
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

from fakturo.convert.engine import Data, convert_to_layout, page_as_png, words_in_region
from fakturo.convert.errors import ConversionError, TooMuchToRead
from fakturo.convert.page import Box, Word
from fakturo.convert.read.ocr import Draw, OcrUnavailable
from fakturo.gateway.sandbox import wire

_TOO_MUCH_MEMORY = "The PDF needs more memory to read than one document may have."
_TOO_MUCH_OUTPUT = "The PDF holds more than one result may: its XML would be too large."

WARM_UP_PDF = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 39>> stream
BT /F 9 Tf 9 50 Td (warm \\374 up) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
trailer <</Root 1 0 R>>
"""


def warm_up() -> None:
    """Load whatever is loaded late, while files may still be read."""
    convert_to_layout(WARM_UP_PDF, io.BytesIO(), pretty=True)
    page_as_png(WARM_UP_PDF, 1, 10)
    words_in_region(WARM_UP_PDF, 1, None, lambda draw, _: draw().decode("latin-1"))
    try:
        convert_to_layout(b"%PDF-", io.BytesIO())
    except ConversionError as error:
        traceback.extract_tb(error.__traceback__)


@dataclass(frozen=True, slots=True)
class Conversation:
    sock: socket.socket
    inbox: wire.Inbox

    def say(self, message: wire.Message) -> None:
        wire.send(self.sock, message)

    def say_page(self, number: int) -> None:
        self.say({"page": number})

    def ask(self, question: wire.Message) -> tuple[wire.Message, list[int]]:
        self.say(question)
        reply = self.inbox.receive()
        if reply is None:
            raise ConnectionResetError  # the gateway has gone, and so do we
        return reply

    def recognise(self, draw: Draw, dpi: int) -> str:
        """Have the gateway's text recognition read a picture; see gateway/ocr.py."""
        reply, files = self.ask({"recognise": dpi})
        _check_available(reply)
        picture_file, table_file = (io.FileIO(file, "r+") for file in files)
        with picture_file, table_file:
            picture_file.write(draw())
            reply, _ = self.ask({"drawn": True})
            _check_available(reply)
            table_file.seek(0)
            return table_file.read().decode("utf-8", "replace")


def _check_available(reply: wire.Message) -> None:
    if "unavailable" in reply:
        raise OcrUnavailable(reply["unavailable"])


def serve(sock: socket.socket) -> None:
    """One document after the other, until the gateway closes the socket."""
    gateway = Conversation(sock, wire.Inbox(sock))
    while received := gateway.inbox.receive():
        task, files = received
        try:
            gateway.say(_answer(gateway, task, files))
        except Exception as error:
            gateway.say({"crashed": _where(error)})
            raise
        finally:
            for file in files:
                os.close(file)


def _answer(gateway: Conversation, task: wire.Message, files: list[int]) -> wire.Message:
    pdf, result = files
    try:
        with open(result, "wb", closefd=False) as out:
            return {"done": {"stages": _TASKS[task["do"]](gateway, task, _mapped(pdf), out)}}
    except TooMuchToRead as excess:
        return {"exceeded": str(excess)}
    except (ConversionError, OcrUnavailable) as refusal:
        return {"refused": str(refusal)}
    except MemoryError:
        return {"exceeded": _TOO_MUCH_MEMORY, "spent": True}
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        return {"exceeded": _TOO_MUCH_OUTPUT, "spent": True}


def _layout(gateway: Conversation, task: wire.Message, pdf: Data, out: IO[bytes]) -> Sequence[str]:
    conversion = convert_to_layout(
        pdf, out, pretty=task["pretty"], on_page=gateway.say_page, recognise=gateway.recognise
    )
    return conversion.stages


def _png(gateway: Conversation, task: wire.Message, pdf: Data, out: IO[bytes]) -> Sequence[str]:
    gateway.say_page(task["page"])
    out.write(page_as_png(pdf, task["page"], task["width"]))
    return ("render",)


def _words(gateway: Conversation, task: wire.Message, pdf: Data, out: IO[bytes]) -> Sequence[str]:
    gateway.say_page(task["page"])
    region = Box(*task["region"]) if task["region"] else None
    head, words = words_in_region(pdf, task["page"], region, gateway.recognise if task["ocr"] else None)
    found = {"page": head.number, "width": head.width, "height": head.height, "words": [_word(word) for word in words]}
    out.write(json.dumps(found, ensure_ascii=False).encode())
    return ("ocr",) if task["ocr"] else ("read",)


def _word(word: Word) -> dict[str, object]:
    return {
        "text": word.text,
        "bbox": [round(edge, 2) for edge in word.box],
        "size": round(word.size, 2),
        "bold": word.bold,
        "angle": word.angle,
        "source": word.source.value,
        "confidence": word.confidence,
    }


_TASKS: dict[str, Callable[[Conversation, wire.Message, Data, IO[bytes]], Sequence[str]]] = {
    "layout": _layout,
    "png": _png,
    "words": _words,
}


def _mapped(file: int) -> Data:
    if os.fstat(file).st_size == 0:
        return b""
    return mmap.mmap(file, 0, access=mmap.ACCESS_COPY)


def _where(error: Exception) -> str:
    """Kind and place of the fault, without its text: that may quote the document."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119
