"""`POST /process`, `POST /teach`, `POST /render` and `GET /health`. The contract is written down in docs/gateway.md.

create_app(GatewayOptions(), directory) is a Starlette application; its lifespan starts and stops the children.
"""

import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fakturo import __version__
from fakturo.convert.invoice import Verdict
from fakturo.gateway import render as rendering
from fakturo.gateway.answers import FilesAnswer, ResultFile, failures_as_problems, while_connected
from fakturo.gateway.contract import (
    BOTH,
    OFFERED,
    PROCESS_FORM,
    TEACH_FORM,
    Form,
    check_accept,
    check_form,
    check_owner,
    check_teaching,
    check_token,
)
from fakturo.gateway.directory import STRANGER, Asker, Directory
from fakturo.gateway.intake import may_stay_in_memory, receive_form
from fakturo.gateway.ocr import why_unavailable
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import Done, Task
from fakturo.gateway.scratch import read_only, scratch_file
from fakturo.http.measured import Measured
from fakturo.http.media_types import JSON, XML
from fakturo.http.metrics_route import MetricsRoute
from fakturo.http.names import check_query
from fakturo.http.problems import answer_with_problems

log = structlog.get_logger()

ENGINE = f"fakturo/{__version__}"
STAGES = ("read", "ocr", "embedded", "invoice", "json", "layout", "mapping", "gate", "render")
"""In the order they run."""
VERDICTS = tuple(verdict.value for verdict in Verdict)
"""Headers are made of these, never of a child's own words."""

RESULTS = {XML: (f"{XML}; charset=utf-8",), JSON: (JSON,), BOTH: (JSON, f"{XML}; charset=utf-8")}
"""What each answer of `POST /process` is made of, in the order in which a child writes them."""

TaskOf = Callable[[Form], Task]
"""From a request's form to what a child shall do; raises a Problem for a form that is not in order."""

AskerOf = Callable[[Form], Asker]
"""From a request's form to what may be looked up for it."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What a request may say, what is done about it, and what comes back."""

    fields: Collection[str]
    task_of: TaskOf
    media_types: Sequence[str]
    asker_of: AskerOf = lambda _: STRANGER


def create_app(
    options: GatewayOptions, directory: Directory | None = None, *, metrics_token: str | None = None
) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with Pool(options, directory).running() as app.state.pool:
            yield

    routes = [
        Route("/process", process, methods=["POST"]),
        Route("/teach", teach, methods=["POST"]),
        Route("/render", render, methods=["POST"]),
        Route("/health", health, methods=["GET"]),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(MetricsRoute, token=metrics_token), Middleware(Measured)],
    )
    app.state.options = options
    answer_with_problems(app)
    return app


async def health(request: Request) -> Response:
    """What runs here and what it offers; also what a breaker's probe asks for."""
    offers = [{"from": source, "to": target} for source, target in sorted(OFFERED)]
    options: GatewayOptions = request.app.state.options
    known = options.mappings.files
    mappings = [{"name": each.mapping.name, "version": each.mapping.version} for each in known]
    about = {"status": "healthy", "service": "gateway", "engine": ENGINE, "templates": options.knowledge}
    missing = why_unavailable(options.ocr, options.tesseract)
    abilities = {"render": True, "readings": True, "ocr": missing is None, "ocr_missing": missing}
    return JSONResponse({**about, "offers": offers, "mappings": mappings, **abilities})


async def process(request: Request) -> Response:
    accept = check_accept(request.headers.get("accept"))
    options: GatewayOptions = request.app.state.options
    has_shown_token = check_token(request.headers.get("authorization"), options.token)

    def task_of(form: Form) -> Task:
        return check_form(accept, form, options.mappings)

    def asker_of(form: Form) -> Asker:
        return check_owner(form, options.token, has_shown_token=has_shown_token)

    return await _answer(request, Operation(PROCESS_FORM, task_of, RESULTS[accept], asker_of))


async def teach(request: Request) -> Response:
    """From a PDF and its right values to a template, with what it learned in words; nothing is kept here."""
    accept = check_accept(request.headers.get("accept"), (JSON,))
    return await _answer(request, Operation(TEACH_FORM, check_teaching, (accept,)))


async def render(request: Request) -> Response:
    accept = check_accept(request.headers.get("accept"), rendering.ANSWERS)
    task_of = partial(rendering.check_render, accept)
    return await _answer(request, Operation(rendering.FORM, task_of, (accept,)))


async def _answer(request: Request, operation: Operation) -> Response:
    try:
        with failures_as_problems(), ExitStack() as held:  # letting go of a file writes what is left of it
            return await _work(request, operation, held)
    except ClientDisconnect:
        return Response(status_code=400)  # nobody is there to read it


async def _work(request: Request, operation: Operation, held: ExitStack) -> Response:
    """Receive the form, have a child do the task, and answer with its results; `held` lives as long as the answer."""
    pool: Pool = request.app.state.pool
    options: GatewayOptions = request.app.state.options
    pool.check_room()
    check_query(request, ())
    upload = held.enter_context(scratch_file(options.temp_dir, in_memory=may_stay_in_memory(request)))
    form = await receive_form(request, upload, options.max_upload_bytes, operation.fields)
    task, asker = operation.task_of(form), operation.asker_of(form)
    results = [ResultFile(kind, held.enter_context(scratch_file(options.temp_dir))) for kind in operation.media_types]
    files = (held.enter_context(read_only(upload)), *(result.file.fileno() for result in results))
    began = time.monotonic()
    done = await while_connected(request, pool.run(task, files, asker=asker))
    log.info("processed", duration_ms=round((time.monotonic() - began) * 1000), stages=done.stages, issues=done.issues)
    return FilesAnswer(results, _headers(done, options.knowledge), held.pop_all())


def _headers(done: Done, knowledge: str) -> dict[str, str]:
    stages = ",".join(stage for stage in STAGES if stage in done.stages)
    headers = {"X-Engine": ENGINE, "X-Templates": knowledge, "X-Stage": stages}
    if done.verdict in VERDICTS:
        headers |= {"X-Verdict": done.verdict, "X-Issues": str(done.issues)}
    return headers
