"""Prompts and schemas by their versions: each file is one, and is never changed once a release has it."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

INVOICE_PROMPT = INVOICE_SCHEMA = "invoice_v1"
"""With which an invoice is read for a mapping that names none: the engine has doubts, and the model is asked, too."""


@cache
def prompts() -> Mapping[str, str]:
    return _files("prompts", ".txt")


@cache
def schemas() -> Mapping[str, Mapping[str, Any]]:
    return {name: json.loads(text) for name, text in _files("schemas", ".json").items()}


def _files(folder: str, suffix: str) -> dict[str, str]:
    found = sorted((resources.files(__package__) / folder).iterdir(), key=lambda each: each.name)
    return {each.name.removesuffix(suffix): each.read_text("utf-8") for each in found if each.name.endswith(suffix)}
