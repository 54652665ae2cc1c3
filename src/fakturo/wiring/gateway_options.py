"""How documents are converted, from the settings: for a gateway, and for commands that load no server."""

import math

from fakturo.convert.mapping import Mappings
from fakturo.convert.templates.catalog import Templates
from fakturo.domain.uploads import MEBIBYTE
from fakturo.gateway.options import GatewayOptions, Limits, Ocr, usable_cores
from fakturo.settings import Settings
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.templates import all_templates

RECOGNISING = 2 / 3
"""The part of a document's processor time after which no further page is recognised."""
PATIENCE = 10
"""A command's own document may take so many times its processor time by the clock: nobody stands behind it."""


def gateway_options(
    settings: Settings, templates: Templates | None = None, mappings: Mappings | None = None
) -> GatewayOptions:
    """With those templates and mappings, or else with all that there are."""
    return GatewayOptions(
        max_upload_bytes=settings.max_upload_mb * MEBIBYTE,
        deadline_seconds=settings.gateway_deadline_sec * PATIENCE,
        children=settings.gateway_children or usable_cores(),
        child_documents=settings.gateway_child_documents,
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
