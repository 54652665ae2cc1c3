"""`POST /process` and `GET /health`. The contract is written down in docs/gateway.md.

create_app(GatewayOptions()) is a Starlette application; its lifespan starts and stops the children.
"""

import os
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fakturo import __version__
from fakturo.convert.mapping import catalog
from fakturo.gateway.answers import FileAnswer, failures_as_problems, while_connected
from fakturo.gateway.contract import OFFERED, XML, Order, check_accept, check_form
from fakturo.gateway.intake import read_only, receive_form, scratch_file
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.wire import Message
from fakturo.http.problems import RequestId, answer_with_problems

ENGINE = f"fakturo/{__version__}"


def create_app(options: GatewayOptions) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.pool = Pool(options)
        await app.state.pool.start()
        try:
            yield
        finally:
            await app.state.pool.stop()

    routes = [Route("/process", process, methods=["POST"]), Route("/health", health, methods=["GET"])]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(RequestId)])
    app.state.options = options
    answer_with_problems(app)
    return app


async def health(_: Request) -> Response:
    """What runs here and what it offers; also what a breaker's probe asks for."""
    offers = [{"from": source, "to": target} for source, target in sorted(OFFERED)]
    mappings = [{"name": mapping.name, "version": mapping.version} for mapping in catalog().values()]
    about = {"status": "healthy", "service": "gateway", "engine": ENGINE}
    return JSONResponse({**about, "offers": offers, "mappings": mappings})


async def process(request: Request) -> Response:
    accept = check_accept(request.headers.get("accept"))
    try:
        with ExitStack() as resources, failures_as_problems():
            return await _process(request, accept, resources)
    except ClientDisconnect:
        return Response(status_code=400)  # nobody is there to read it


async def _process(request: Request, accept: str, resources: ExitStack) -> Response:
    pool: Pool = request.app.state.pool
    options: GatewayOptions = request.app.state.options
    resources.enter_context(pool.admitted())
    upload = resources.enter_context(scratch_file(options.temp_dir))
    result = resources.enter_context(scratch_file(options.temp_dir))
    order = check_form(accept, await receive_form(request, upload, options.max_upload_bytes))
    pdf = read_only(upload)
    resources.callback(os.close, pdf)
    done = await while_connected(request, pool.run(_task(order), (pdf, result.fileno())))
    headers = {"X-Engine": ENGINE, "X-Stage": ",".join(done["stages"])}
    return FileAnswer(result, f"{XML}; charset=utf-8", headers, resources.pop_all())


def _task(order: Order) -> Message:
    return {"do": order.mapping.target, "pretty": order.pretty}
