"""Log lines: one JSON object each, on standard error. No file names, no storage paths, no document text."""

import logging
import sys

import structlog
from structlog.processors import ExceptionRenderer
from structlog.tracebacks import ExceptionDictTransformer


def configure(level: str, *, service: str) -> None:
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            # Without local variables: they hold cookies, names and paths.
            ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(default=str),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
    structlog.contextvars.bind_contextvars(service=service)
    # Libraries that use the standard logging say only what is wrong, in the same form.
    logging.basicConfig(handlers=[_ToStructlog()], level=logging.WARNING, force=True)


class _ToStructlog(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger()
        method = log.error if record.levelno >= logging.ERROR else log.warning
        method("library", logger=record.name, message=record.getMessage(), exc_info=record.exc_info)
