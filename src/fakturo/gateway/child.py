"""What a child does with a document, once it may do nothing else.

gateway → child   {"do": "layout", "pretty": false} with two files: the PDF, and where the XML goes
child → gateway   {"page": n} as it goes, then one of
                  {"done": {…}}   {"refused": "why, for the sender"}   {"exceeded": "what, for the sender"}
                  {"crashed": "where in our code"}
"""

import errno
import io
import mmap
import os
import socket
import traceback
from collections.abc import Callable

from fakturo.convert.engine import convert_to_layout
from fakturo.convert.errors import ConversionError, TooMuchToRead
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
    try:
        convert_to_layout(b"%PDF-", io.BytesIO())
    except ConversionError as error:
        traceback.extract_tb(error.__traceback__)


def serve(sock: socket.socket) -> None:
    """One document after the other, until the gateway closes the socket."""
    inbox = wire.Inbox(sock)
    while received := inbox.receive():
        message, files = received
        try:
            wire.send(sock, _answer(sock, message, files))
        except Exception as error:
            wire.send(sock, {"crashed": _where(error)})
            raise
        finally:
            for file in files:
                os.close(file)


def _answer(sock: socket.socket, message: wire.Message, files: list[int]) -> wire.Message:
    try:
        return {"done": _TASKS[message["do"]](sock, message, files)}
    except TooMuchToRead as excess:
        return {"exceeded": str(excess)}
    except ConversionError as refusal:
        return {"refused": str(refusal)}
    except MemoryError:
        return {"exceeded": _TOO_MUCH_MEMORY, "spent": True}
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        return {"exceeded": _TOO_MUCH_OUTPUT}


def _layout(sock: socket.socket, message: wire.Message, files: list[int]) -> wire.Message:
    pdf, result = files
    with open(result, "wb", closefd=False) as out:
        conversion = convert_to_layout(
            _mapped(pdf),
            out,
            pretty=message["pretty"],
            on_page=lambda number: wire.send(sock, {"page": number}),
        )
    return {"pages": conversion.pages, "stages": list(conversion.stages)}


_TASKS: dict[str, Callable[[socket.socket, wire.Message, list[int]], wire.Message]] = {"layout": _layout}


def _mapped(file: int) -> bytes | mmap.mmap:
    if os.fstat(file).st_size == 0:
        return b""
    return mmap.mmap(file, 0, access=mmap.ACCESS_COPY)


def _where(error: Exception) -> str:
    """Kind and place of the fault, without its text: that may quote the document."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119
