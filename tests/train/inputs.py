"""What weights are made from, as one hash: the evidence, the training, and the papers' truths."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = (
    "src/fakturo/convert/weigh/candidate.py",
    *(
        f"src/fakturo/convert/header/{name}.py"
        for name in (
            "neighbours",
            "number/decision",
            "number/labelled",
            "number/shape",
            "dates/decision",
            "dates/labelled",
            "parties/candidates",
            "parties/decision",
            "parties/evidence",
            "parties/shape",
        )
    ),
    *(f"tests/train/{name}.py" for name in ("examples", "fit")),
)


def fingerprint_of_code() -> str:
    return _hash(ROOT / name for name in CODE)


def fingerprint_of_papers(folder: Path) -> str:
    return _hash(sorted(folder.glob("*.json")))


def _hash(paths: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:16]
