"""The gateway process."""

import math

from fakturo.domain.uploads import MEBIBYTE
from fakturo.gateway.app import create_app
from fakturo.gateway.options import GatewayOptions, Limits, usable_cores
from fakturo.http.server import bind, serve
from fakturo.settings import Settings


async def run_gateway(settings: Settings) -> None:
    listener = bind(settings.gateway_host, settings.gateway_port, setting="GATEWAY_PORT")
    await serve(create_app(gateway_options(settings)), listener)


def gateway_options(settings: Settings) -> GatewayOptions:
    return GatewayOptions(
        max_upload_bytes=settings.max_upload_mb * MEBIBYTE,
        deadline_seconds=settings.gateway_deadline_sec,
        children=settings.gateway_children or usable_cores(),
        limits=Limits(
            memory_bytes=settings.gateway_memory_mb * MEBIBYTE, cpu_seconds=math.ceil(settings.gateway_deadline_sec)
        ),
        ocr_languages=settings.ocr_languages,
    )
