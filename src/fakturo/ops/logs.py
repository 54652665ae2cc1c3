"""Log lines on standard error: JSON, one object each, or readable where a person looks at a terminal.

No file names, no storage paths, no document text, no cookies, no keys.
"""

import logging
import sys

import structlog
from structlog.processors import ExceptionRenderer
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor


def configure(level: str, *, service: str, form: str = "auto") -> None:
    """`form` is json, text, or auto: as a person or a program is likely to read it."""
    readable = form == "text" or (form == "auto" and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S" if readable else "iso", utc=not readable, key="time"),
            *(_for_people() if readable else _for_programs()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),  # a line and its end in one call of the system's
        cache_logger_on_first_use=True,  # put together once, not for every line, be it one that is not said
    )
    structlog.contextvars.bind_contextvars(service=service)
    # Libraries that use the standard logging say only what is wrong, in the same form.
    logging.basicConfig(handlers=[_ToStructlog()], level=logging.WARNING, force=True)


def _for_programs() -> list[Processor]:
    # Without local variables: they hold cookies, names and paths.
    return [
        ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        structlog.processors.JSONRenderer(default=str),
    ]


def _for_people() -> list[Processor]:
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), timestamp_key="time", exception_formatter=structlog.dev.plain_traceback
        )
    ]


class _ToStructlog(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger()
        method = log.error if record.levelno >= logging.ERROR else log.warning
        method("library", logger=record.name, message=record.getMessage(), exc_info=record.exc_info)
