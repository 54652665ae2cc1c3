"""What a child does with its documents, once it may do nothing else.

gateway → child   a Task, with the PDF, or the invoice as JSON, and a file for each result
child → gateway   AtPage as it goes, and questions (ocr.py, directory.py, judges.py),
                  then Done, Refused, Exceeded or Crashed
"""

import errno
import mmap
import os
import resource
import socket
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from fakturo.blobs.base import DISK_IS_FULL
from fakturo.convert.engine import Data
from fakturo.convert.errors import ConversionError, TooMuchToRead
from fakturo.convert.read.ocr import OcrUnavailable
from fakturo.convert.targets.en16931.judge import appoint
from fakturo.gateway.child import convert, views
from fakturo.gateway.child.conversation import Conversation, Known
from fakturo.gateway.options import SPARE_BYTES, SPARE_CPU_SECONDS, TOO_MUCH_MEMORY
from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.messages import (
    Convert,
    Crashed,
    DiskFull,
    Done,
    Exceeded,
    ExtractPages,
    LastWord,
    ListPages,
    Message,
    ReadWords,
    Refused,
    RenderPage,
    Teach,
    TryTemplate,
    Validate,
)

_TOO_MUCH_OUTPUT = "The PDF holds more than one result may: what is made of it would be too large."


TASKS: dict[type[Message], Callable[..., Done]] = {
    Convert: convert.convert,
    TryTemplate: convert.run_template_trial,
    Teach: convert.teach,
    RenderPage: views.render_page,
    ReadWords: views.read_words,
    ListPages: views.list_pages,
    ExtractPages: views.take_pages_out,
    Validate: convert.run_validation,
}


def serve(sock: socket.socket, known: Known) -> None:
    """One document after the other, until the gateway has gone or needs us no more; all are one owner's."""
    gateway = Conversation(sock, wire.Inbox(sock), known)
    appoint(gateway.judge)
    born = resource.getrusage(resource.RUSAGE_SELF)
    while received := gateway.inbox.receive():
        try:
            answer = _answer(gateway, *received)
        except Exception as error:
            gateway.say(Crashed(_where(error)))
            raise
        gateway.say(replace(answer, used_much=_have_used_much(born)) if isinstance(answer, Done) else answer)


def _answer(gateway: Conversation, task: Message, files: list[int]) -> LastWord:
    document, *results = files
    try:
        with ExitStack() as opened:
            outs = [opened.enter_context(os.fdopen(result, "wb")) for result in results]
            return TASKS[type(task)](gateway, task, _mapped(document), *outs)
    except TooMuchToRead as excess:
        return Exceeded(str(excess))
    except (ConversionError, OcrUnavailable) as refusal:
        return Refused(str(refusal))
    except MemoryError:
        return Exceeded(TOO_MUCH_MEMORY)
    except OSError as error:
        if error.errno in DISK_IS_FULL:
            return DiskFull()
        if error.errno != errno.EFBIG:
            raise
        return Exceeded(_TOO_MUCH_OUTPUT)


def _mapped(file: int) -> Data:
    """Its size is asked for by seeking: behind the walls, no file can be asked about, since that works by name, too."""
    try:
        size = os.lseek(file, 0, os.SEEK_END)
        return mmap.mmap(file, size, access=mmap.ACCESS_COPY) if size else b""
    finally:
        os.close(file)


def _have_used_much(born: resource.struct_rusage) -> bool:
    """Of time, or of memory at any moment, since we were born: no other document shall find less than it may have."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime - born.ru_utime - born.ru_stime
    grown_bytes = (used.ru_maxrss - born.ru_maxrss) * 1024
    return seconds > SPARE_CPU_SECONDS or grown_bytes > SPARE_BYTES


def _where(error: Exception) -> str:
    """Kind and place of the fault, without its text: that may quote the document."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119
