"""The gateway process."""

import math
from dataclasses import replace

import structlog

from fakturo.convert.mapping import Mappings
from fakturo.convert.templates.catalog import Templates
from fakturo.domain.errors import CannotRun
from fakturo.domain.uploads import MEBIBYTE
from fakturo.gateway.app import create_app
from fakturo.gateway.options import GatewayOptions, Limits, Ocr, usable_cores
from fakturo.gateway.sandbox.protections import missing_protections
from fakturo.http.connection import Bounds
from fakturo.http.server import bind, serve
from fakturo.settings import Settings, address_of
from fakturo.wiring.directory import open_directory
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.templates import all_templates

log = structlog.get_logger()

RECOGNISING = 2 / 3
"""The part of a document's time after which no further page is recognised."""
NOT_WALLED_IN = (
    "The gateway does not run, since GATEWAY_REQUIRE_SANDBOX is set and a wall around parsers is missing:\n{walls}"
)
NO_DIRECTORY = "No GATEWAY_TOKEN is set: nothing is filled in from the directory."


async def run_gateway(settings: Settings) -> None:
    options = gateway_options(settings)
    check_walls(options.unprivileged_user, required=settings.gateway_require_sandbox)
    if not options.token:
        log.info("directory_unused", detail=NO_DIRECTORY)
    bounds = replace(bounds_for(options), connections=settings.max_connections)
    listener = bind(settings.gateway_host, settings.gateway_port, setting="GATEWAY_PORT")
    async with open_directory(settings) as directory:
        log.info("listening", url=address_of(settings.gateway_host, settings.gateway_port))
        await serve(create_app(options, directory), listener, bounds)


def check_walls(user: str, *, required: bool) -> None:
    """Each wall that is missing around parsers is told; where all are required, that is the end."""
    missing = missing_protections(user)
    if missing and required:
        raise CannotRun(NOT_WALLED_IN.format(walls="\n".join(missing)))
    for sentence in missing:
        log.warning("wall_missing", detail=sentence)


def bounds_for(options: GatewayOptions) -> Bounds:
    return Bounds(body_seconds=options.upload_seconds)


def gateway_options(
    settings: Settings, templates: Templates | None = None, mappings: Mappings | None = None
) -> GatewayOptions:
    """With those templates and mappings, or else with all that there are."""
    return GatewayOptions(
        max_upload_bytes=settings.max_upload_mb * MEBIBYTE,
        deadline_seconds=settings.gateway_deadline_sec,
        children=settings.gateway_children or usable_cores(),
        limits=Limits(
            memory_bytes=settings.gateway_memory_mb * MEBIBYTE, cpu_seconds=math.ceil(settings.gateway_deadline_sec)
        ),
        ocr=Ocr(settings.ocr_engine),
        ocr_seconds=settings.gateway_deadline_sec * RECOGNISING,
        ocr_languages=settings.ocr_languages,
        token=settings.gateway_token,
        templates=all_templates(settings) if templates is None else templates,
        mappings=all_mappings(settings) if mappings is None else mappings,
    )
