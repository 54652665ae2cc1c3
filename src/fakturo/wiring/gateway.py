"""The gateway process."""

import hashlib
import json
from dataclasses import replace

import structlog

from fakturo.convert.templates.catalog import Templates
from fakturo.domain.errors import CannotRun
from fakturo.gateway.app import create_app
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox.protections import missing_protections
from fakturo.http.connection import Bounds
from fakturo.http.server import bind, serve
from fakturo.settings import Settings, address_of
from fakturo.wiring.directory import SELLER_SETTINGS, open_directory
from fakturo.wiring.gateway_options import gateway_options
from fakturo.wiring.observed import metrics_token

log = structlog.get_logger()

NOT_WALLED_IN = (
    "The gateway does not run, since GATEWAY_REQUIRE_SANDBOX is set and a wall around parsers is missing:\n{walls}"
)
ANSWERING = 0.95
"""The part of a caller's patience after which it is told that a document is not done: later, nobody would hear it."""
NO_DIRECTORY = "No GATEWAY_TOKEN is set: nothing is filled in from the directory."


async def run_gateway(settings: Settings) -> None:
    options = replace(gateway_options(settings), deadline_seconds=settings.gateway_timeout_ms / 1000 * ANSWERING)
    check_walls(options.unprivileged_user, required=settings.gateway_require_sandbox)
    if not options.token:
        log.info("directory_unused", detail=NO_DIRECTORY)
    bounds = replace(bounds_for(options), connections=settings.max_connections)
    listener = bind(settings.gateway_host, settings.gateway_port, setting="GATEWAY_PORT")
    async with open_directory(settings) as directory:
        options = replace(options, knowledge=knowledge_of(settings, options.templates))
        log.info("listening", url=address_of(settings.gateway_host, settings.gateway_port))
        await serve(create_app(options, directory, metrics_token=metrics_token(settings)), listener, bounds)


def check_walls(user: str, *, required: bool) -> None:
    """Each wall that is missing around parsers is told; where all are required, that is the end."""
    missing = missing_protections(user)
    if missing and required:
        raise CannotRun(NOT_WALLED_IN.format(walls="\n".join(missing)))
    for sentence in missing:
        log.warning("wall_missing", detail=sentence)


def bounds_for(options: GatewayOptions) -> Bounds:
    return Bounds(body_seconds=options.upload_seconds)


def knowledge_of(settings: Settings, templates: Templates) -> str:
    """A mark that changes with what a gateway knows by itself. Nothing can be learnt from it."""
    files = sorted(settings.directory_dir.glob("*.csv")) if settings.directory_dir else []
    known = {
        "templates": [each.text for each in templates.files],
        "sellers": [getattr(settings, name) for name in SELLER_SETTINGS.values()],
        "directory": [hashlib.sha256(file.read_bytes()).hexdigest() for file in files],
    }
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16]
