"""The API's way in for a PDF."""

from fastapi import Request

from fakturo.domain.errors import ErrorCode
from fakturo.domain.uploads import MEBIBYTE
from fakturo.http.problems import Problem
from fakturo.web.answers import api_router
from fakturo.web.deps import deps_of
from fakturo.web.guards.plain_route import PlainRoute
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.paused import require_open
from fakturo.web.jobs.receive import BadUpload, KeyInUse
from fakturo.web.schemas import JobAnswer, UploadAnswer

router = api_router(route_class=PlainRoute)

SMALL_BYTES = 4 * MEBIBYTE

UPLOAD_FORM = {
    "parameters": [
        {
            "name": "Idempotency-Key",
            "in": "header",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255},
            "description": "Your own name for this upload. Sent again with it, it is answered with the same job.",
        }
    ],
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "additionalProperties": False,
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "One PDF."},
                        "mapping": {"type": "string", "description": "What to make of it; see the allow-list."},
                    },
                }
            }
        },
    },
}


@router.post("/upload", summary="Hand in one PDF", openapi_extra=UPLOAD_FORM)
async def upload(request: Request) -> UploadAnswer:
    """As a form with the field `file`. It is queued at once; the same file for the same mapping is the same job
    (`deduped`). A file that is refused is kept as a failed job: `job_id` in the problem names it."""
    deps = deps_of(request)
    standing = require_open(await (deps.standings.known() if _is_small(request) else deps.standings.ask()))
    try:
        taken = await deps.reception.take_one(request, owner_of(request), standing)
    except BadUpload as error:
        raise Problem(ErrorCode.INVALID_REQUEST, str(error)) from None
    except KeyInUse:
        raise Problem(ErrorCode.CONFLICT, "This 'Idempotency-Key' was sent with another file or mapping.") from None
    if taken.refusal:
        raise Problem(taken.refusal.code, taken.refusal.text, extra={"job_id": str(taken.job.id)})
    return UploadAnswer(job=JobAnswer.of(taken.job), deduped=taken.deduped, changed_inputs=list(taken.changed_inputs))


def _is_small(request: Request) -> bool:
    """Nobody should send fifty megabytes only to hear that uploads have been paused for a moment."""
    announced = request.headers.get("content-length")
    return announced is not None and int(announced) <= SMALL_BYTES
