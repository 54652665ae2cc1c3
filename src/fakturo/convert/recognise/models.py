"""The networks that find and read text: files of the package rapidocr, run by onnxruntime.

Of rapidocr only its files are used. What it does around them pads every word to the width of a sentence, which takes
three times as long, and fetches what it misses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_FINDER, _READER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
_NEEDED = ("rapidocr", "onnxruntime", "cv2", "numpy")


@dataclass(frozen=True, slots=True)
class Models:
    finder: Any
    """Picture to the probability that a pixel belongs to text."""
    reader: Any
    """Lines to the probability of each letter, from left to right."""
    letters: Sequence[str]
    """What the reader's classes stand for; the first is no letter at all."""


def are_installed() -> bool:
    return all(find_spec(name) for name in _NEEDED) and all((_folder() / name).is_file() for name in (_FINDER, _READER))


def load() -> Models:
    """Takes about a second. What is set to one thread here starts none, so that a child can still be walled in."""
    import cv2

    cv2.setNumThreads(1)
    reader = _session(_READER)
    known = reader.get_modelmeta().custom_metadata_map["character"].splitlines()
    return Models(_session(_FINDER), reader, ("", *known, " "))


def _folder() -> Path:
    spec = find_spec("rapidocr")
    assert spec, "asked for after are_installed()"
    assert spec.origin
    return Path(spec.origin).parent / "models"


def _session(name: str) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # it would keep the most that any page ever needed
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(_folder() / name), options, providers=["CPUExecutionProvider"])
