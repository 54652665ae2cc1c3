"""With what a run makes its results: what was made with something else is not done yet."""

import hashlib
import json
from dataclasses import dataclass
from typing import Self

from fakturo.gateway.contract import check_mapping
from fakturo.gateway.options import GatewayOptions


@dataclass(frozen=True, slots=True)
class MadeWith:
    mapping: str
    """Name and version."""
    settings: str
    """A mark of all else that results depend on: another one when the mapping's text, a template or OCR is another."""

    @classmethod
    def of(cls, mapping: str, options: GatewayOptions) -> Self:
        """Raises Problem, if there is no such mapping."""
        wanted = check_mapping(mapping, options.mappings)
        counts = {
            "mapping": options.mappings.file_of(wanted.name, wanted.version).text,
            "templates": [each.text for each in options.templates.files],
            "ocr": [options.ocr, options.tesseract, options.ocr_languages],
        }
        return cls(wanted.full_name, hashlib.sha256(json.dumps(counts).encode()).hexdigest()[:16])

    @property
    def mapping_name(self) -> str:
        return name_of(self.mapping)


def name_of(mapping: str) -> str:
    return mapping.partition("@")[0]
