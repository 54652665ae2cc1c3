"""The one table of error codes.

Retry, breaker, HTTP status, page text, metrics and docs all read it; nobody else lists codes.

    of a job        NOT_PDF  TOO_LARGE  GW_4XX  GW_5XX  GW_TIMEOUT  IO_ERROR  UNKNOWN
    of a request    NOT_READY  EXPIRED  FORBIDDEN, and INVALID_REQUEST  UNAUTHORIZED  NOT_FOUND  CONFLICT  RATE_LIMITED
                    PAUSED, which never stand in a job's row
"""

from dataclasses import dataclass
from enum import Enum, StrEnum


class CannotRun(Exception):
    """A process of ours cannot start; the text tells the person at the terminal why, and what to do."""


class ErrorCode(StrEnum):
    NOT_PDF = "NOT_PDF"
    TOO_LARGE = "TOO_LARGE"
    GW_4XX = "GW_4XX"
    GW_5XX = "GW_5XX"
    GW_TIMEOUT = "GW_TIMEOUT"
    IO_ERROR = "IO_ERROR"
    NOT_READY = "NOT_READY"
    EXPIRED = "EXPIRED"
    FORBIDDEN = "FORBIDDEN"
    UNKNOWN = "UNKNOWN"
    INVALID_REQUEST = "INVALID_REQUEST"
    UNAUTHORIZED = "UNAUTHORIZED"
    NOT_FOUND = "NOT_FOUND"
    CONFLICT = "CONFLICT"
    RATE_LIMITED = "RATE_LIMITED"
    PAUSED = "PAUSED"


class Retried(Enum):
    NEVER = "never"
    ONCE = "once"
    BY_POLICY = "by policy"


@dataclass(frozen=True, slots=True)
class ErrorSpec:
    http_status: int | None
    """Status of the answer when a request fails with this code; None for what only a job can meet."""
    final_text: str
    """What a person reads when nothing more will happen by itself."""
    waiting_text: str | None = None
    """What a person reads while another attempt is due; only codes that are retried have one."""
    retried: Retried = Retried.NEVER
    in_job: bool = True
    """May stand in a job's row."""
    trips_breaker: bool = False


ERRORS: dict[ErrorCode, ErrorSpec] = {
    ErrorCode.NOT_PDF: ErrorSpec(400, "Only PDF files are supported."),
    ErrorCode.TOO_LARGE: ErrorSpec(413, "File exceeds {limit_mb} MB limit."),
    ErrorCode.GW_4XX: ErrorSpec(None, "Couldn't convert this file with the selected mapping."),
    ErrorCode.GW_5XX: ErrorSpec(
        None,
        "Converter service is having an issue. Try again, or ask your administrator.",
        "Converter service is having an issue. We'll retry shortly.",
        Retried.BY_POLICY,
        trips_breaker=True,
    ),
    ErrorCode.GW_TIMEOUT: ErrorSpec(
        None,
        "Conversion is taking too long. Try again, or ask your administrator.",
        "Conversion is taking too long. We'll retry.",
        Retried.BY_POLICY,
        trips_breaker=True,
    ),
    ErrorCode.IO_ERROR: ErrorSpec(
        500,
        "The file could not be stored. Try again, or ask your administrator.",
        "Temporary storage issue. We'll retry.",
        Retried.ONCE,
    ),
    ErrorCode.NOT_READY: ErrorSpec(409, "Conversion not finished yet.", in_job=False),
    ErrorCode.EXPIRED: ErrorSpec(404, "File was removed by retention. Re-upload to regenerate.", in_job=False),
    ErrorCode.FORBIDDEN: ErrorSpec(403, "This file isn't yours.", in_job=False),
    ErrorCode.UNKNOWN: ErrorSpec(
        500,
        "Something went wrong on our side. Try again, or ask your administrator.",
        "Something went wrong on our side. We'll retry.",
        Retried.BY_POLICY,
    ),
    ErrorCode.INVALID_REQUEST: ErrorSpec(400, "The request could not be understood.", in_job=False),
    ErrorCode.UNAUTHORIZED: ErrorSpec(401, "You are not signed in, or the API key is not valid.", in_job=False),
    ErrorCode.NOT_FOUND: ErrorSpec(404, "There is nothing here.", in_job=False),
    ErrorCode.CONFLICT: ErrorSpec(409, "The job has moved on meanwhile.", in_job=False),
    ErrorCode.RATE_LIMITED: ErrorSpec(429, "Too many requests. Wait a moment.", in_job=False),
    ErrorCode.PAUSED: ErrorSpec(503, "Uploads are paused. Try again later.", in_job=False),
}

JOB_CODES = frozenset(code for code, spec in ERRORS.items() if spec.in_job)

ASKED_AGAIN_IN_VAIN = frozenset(code for code in JOB_CODES if ERRORS[code].retried is Retried.NEVER)
"""What a job that failed with it would meet again: it is the file, or what was asked of it."""

RETRYABLE_BY_CLIENT = frozenset(
    {ErrorCode.NOT_READY, ErrorCode.RATE_LIMITED, ErrorCode.PAUSED, ErrorCode.IO_ERROR, ErrorCode.UNKNOWN}
)
"""Request errors where sending the same request again later may succeed."""


def final_text(code: ErrorCode, *, limit_mb: int = 50) -> str:
    return ERRORS[code].final_text.format(limit_mb=limit_mb)


def reason_in(code: ErrorCode, message: str) -> str | None:
    """What a message says beyond its code's own sentence."""
    general = ERRORS[code].final_text
    return (message.removeprefix(general).strip() or None) if message.startswith(general) else None


def code_of_gateway_status(status: int) -> ErrorCode:
    """The job's code for an HTTP answer of the gateway that is not a success."""
    if status == 408:  # noqa: PLR2004
        return ErrorCode.GW_TIMEOUT
    if status == 401:  # noqa: PLR2004 it refuses our token, not the file: jobs wait until somebody mends that
        return ErrorCode.GW_5XX
    return ErrorCode.GW_4XX if 400 <= status < 500 else ErrorCode.GW_5XX  # noqa: PLR2004
