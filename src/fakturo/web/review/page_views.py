"""The pages of a job's PDF, to look at: drawn and read by the gateway, kept by the browser."""

from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from fakturo.blobs.base import read_checked
from fakturo.http.gateway_calls import FileToSend
from fakturo.http.media_types import JSON, PNG
from fakturo.web.answers import Answer, api_router
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.downloads import File, pdf_of
from fakturo.web.jobs.listing import own_job

router = api_router()

POINTS_PER_INCH = 72
MAX_PAGE = 20_000
KEPT = {"Cache-Control": "private, max-age=3600"}
"""A PDF never changes: what was drawn once is good as long as somebody looks at it."""
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The page.", "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
    304: {"description": "As you have it."},
}

PageNumber = Annotated[int, Path(ge=1, le=MAX_PAGE)]
Region = Annotated[
    str | None,
    Query(
        pattern=r"^-?\d{1,6}(\.\d{1,3})?(,-?\d{1,6}(\.\d{1,3})?){3}$",
        description="Left, top, right, bottom in points from the top left corner, as in `bbox`. None: the page.",
    ),
]


class PageSize(Answer):
    page: int
    width: float
    """In points."""
    height: float


class PagesAnswer(Answer):
    pages: list[PageSize]


class WordAnswer(Answer):
    text: str
    bbox: list[float]
    """Left, top, right and bottom in points from the top left corner."""
    source: str
    """`text`, or `ocr` if it was read from the picture."""
    confidence: float | None


class WordsAnswer(Answer):
    page: int
    width: float
    height: float
    words: list[WordAnswer]


@router.get("/jobs/{job_id}/pages", summary="How many pages the PDF has, and how large they are")
async def list_pages(request: Request, job_id: UUID) -> PagesAnswer:
    """In points, as the places of fields are."""
    file = await _pdf(request, job_id)
    return PagesAnswer.model_validate_json(await _whole(request, file, {"read": "pages"}))


@router.get(
    "/jobs/{job_id}/pages/{number}.png",
    summary="A page as a picture",
    responses=PICTURE,
    response_class=StreamingResponse,
)
async def page_picture(
    request: Request,
    job_id: UUID,
    number: PageNumber,
    scale: Annotated[float, Query(ge=0.25, le=5, description="Pixels per point.")] = 2,
) -> Response:
    """As sharp as you like: at a scale of 2, a screen with twice as many dots shows it sharp at its own size."""
    file = await _pdf(request, job_id)
    dpi = max(1, round(scale * POINTS_PER_INCH))
    headers = {**KEPT, "ETag": f'"{file.sha256[:32]}-{number}-{dpi}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    chunks = _looked(request, file, PNG, {"page": str(number), "dpi": str(dpi)})
    first = await anext(chunks)  # before the answer begins, so that trouble is told
    return StreamingResponse(_and_then(first, chunks), media_type=PNG, headers=headers)


@router.get("/jobs/{job_id}/pages/{number}/words", summary="The words of a page, or of a region of it")
async def page_words(
    request: Request,
    job_id: UUID,
    number: PageNumber,
    region: Region = None,
    read: Annotated[Literal["auto", "text", "ocr"], Query(description="`auto`: as a conversion reads it.")] = "auto",
) -> WordsAnswer:
    """With their places. A scanned page is recognised, which takes a few seconds."""
    file = await _pdf(request, job_id)
    where = {"region": region.replace(",", " ")} if region else {}
    return WordsAnswer.model_validate_json(await _whole(request, file, {"page": str(number), "read": read, **where}))


async def _pdf(request: Request, job_id: UUID) -> File:
    return pdf_of(await own_job(deps_of(request), owner_of(request), job_id))


def to_send(deps: Deps, pdf: File) -> FileToSend:
    return FileToSend(lambda: read_checked(deps.blobs, pdf.path, size=pdf.bytes, sha256=pdf.sha256), pdf.bytes)


async def _looked(request: Request, file: File, accept: str, fields: Mapping[str, str]) -> AsyncIterator[bytes]:
    deps = deps_of(request)
    async with deps.converter.look(to_send(deps, file), accept, fields) as chunks:
        async for chunk in chunks:
            yield chunk


async def _whole(request: Request, file: File, fields: Mapping[str, str]) -> bytes:
    return b"".join([chunk async for chunk in _looked(request, file, JSON, fields)])


async def _and_then(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for chunk in rest:
        yield chunk
