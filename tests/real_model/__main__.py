"""`scripts/real-model`: made-up invoices from upload to verdict, read by a real model.

It is a small one, which reads badly, and that is the point. Whatever it makes up must end in a review: an invoice
that is accepted and wrong makes this end with status 1.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from fakturo import processes
from fakturo.convert.read.pdf import open_pdf
from tests.generator.registry import draw
from tests.score.compare import marks
from tests.support.databases import Rows, test_server
from tests.support.readings import pdf_with
from tests.support.stack import Stack, on_disk, open_directory, until

HERE = Path(__file__).parent
MODEL_PYTHON = HERE.parents[1] / ".venv-model" / "bin" / "python"
FAMILIES = ("small-trader-no-tax", "uk-vat-codes", "din-5008", "four-facts-row", "australian-print-shop")
LONGEST_SECONDS = 1800
SETTINGS = {
    "llm_model": "SmolLM2-135M-Instruct",
    "llm_timeout_ms": 900_000,
    "llm_concurrency": 1,
    "llm_context_tokens": 8192,
    "llm_max_output_tokens": 1200,
}


@dataclass(frozen=True)
class Paper:
    name: str
    pdf: bytes
    mapping: str = "invoice_llm_v1"
    truth: dict[str, Any] | None = None


@dataclass(frozen=True)
class Read:
    """What became of one paper."""

    name: str
    mapping: str
    end: str
    """`clean` or `needed`, or the reason why it failed."""
    followed_schema: bool
    seconds: float
    pages: int
    tokens_out: int
    issues: tuple[str, ...]
    is_wrong: bool
    """Accepted, though it is not what is printed."""


def papers(*, quick: bool) -> list[Paper]:
    simple = pdf_with()
    if quick:
        return [Paper("simple", simple), Paper("simple", simple, "report_llm_v1")]
    drawn = [(family, draw(family, 1)) for family in FAMILIES]
    invoices = [Paper(family, each.pdf, truth=each.truths[0]) for family, each in drawn]
    return [Paper("simple", simple), *invoices, Paper("simple", simple, "report_llm_v1")]


@contextlib.asynccontextmanager
async def real_model(log: Path) -> AsyncIterator[str]:
    """Its address."""
    with log.open("wb") as output:
        process = await processes.start([MODEL_PYTHON, HERE / "server.py"], environment={}, output=output)
    try:

        async def listens() -> bool:
            assert process.returncode is None, log.read_text()[-2000:]
            return bool(_address(log))

        await until(listens, seconds=300, what="the model's server")
        yield f"{_address(log)}/v1"
    finally:
        await processes.stop(process)


def _address(log: Path) -> str:
    return next((line for line in log.read_text(errors="replace").splitlines() if line.startswith("http://")), "")


async def read_all(chosen: Sequence[Paper]) -> list[Read]:
    with open_directory("fakturo-model-") as directory:
        async with (
            test_server(directory) as server,
            server.database() as url,
            real_model(directory / "model.log") as at,
            Stack(url, directory, storage=on_disk(directory)) as stack,
            stack.client() as client,
        ):
            settings = SETTINGS | {"llm_base_url": at}
            await asyncio.gather(stack.start_gateway(), stack.start_web(**settings))
            await stack.start("worker", **settings)
            return [await _read(client, Rows(url), paper) for paper in chosen]


async def _read(client: httpx.AsyncClient, rows: Rows, paper: Paper) -> Read:
    form = {"files": {"file": (f"{paper.name}.pdf", paper.pdf)}, "data": {"mapping": paper.mapping}}
    job_id = (await client.post("/api/upload", **form)).raise_for_status().json()["job"]["id"]  # type: ignore[arg-type]
    job = await _ended(client, job_id)
    events = (await client.get(f"/api/jobs/{job_id}/events")).json()["events"]
    details = next(each["details"] for each in reversed(events) if each["type"] in {"complete", "failed"})
    took = await rows.one("SELECT sum(duration_ms) AS ms FROM job_events WHERE job_id = %s", job_id)
    document: dict[str, Any] = {}
    if job["status"] == "complete":
        document = (await client.get(f"/api/jobs/{job_id}/document")).json()
    is_clean = job["review"] == "clean"
    return Read(
        paper.name,
        paper.mapping,
        job["review"] if document else details.get("reason", job["error_code"]),
        followed_schema=bool(document),
        seconds=float(took["ms"] or 0) / 1000,
        pages=_page_count(paper.pdf),
        tokens_out=details.get("llm", {}).get("tokens_out", 0),
        issues=tuple(sorted({issue["code"] for issue in document.get("issues", ())})),
        is_wrong=is_clean and paper.truth is not None and not all(mark.right for mark in marks(paper.truth, document)),
    )


def _page_count(pdf: bytes) -> int:
    with open_pdf(pdf) as opened:
        return opened.page_count


async def _ended(client: httpx.AsyncClient, job_id: str) -> dict[str, Any]:
    give_up = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < give_up:
        job = (await client.get(f"/api/jobs/{job_id}", params={"wait": 30})).json()["job"]
        if job["status"] in {"complete", "failed"}:
            return dict(job)
    raise AssertionError(f"not ended within {LONGEST_SECONDS} s: {job}")


def table(read: Sequence[Read]) -> str:
    rows = [
        f"{each.name:24}{each.mapping:18}{each.end:16}{each.seconds / each.pages:8.1f} s/page "
        f"{each.tokens_out:6} tokens  {', '.join(each.issues)}"
        for each in read
    ]
    return "\n".join(rows)


def line(read: Sequence[Read]) -> str:
    told = {
        "model": SETTINGS["llm_model"],
        "documents": len(read),
        "after_schema": sum(each.followed_schema for each in read),
        "review": sum(each.end == "needed" for each in read),
        "accepted": sum(each.end == "clean" for each in read),
        "accepted_and_wrong": sum(each.is_wrong for each in read),
        "seconds_per_page": round(sum(each.seconds for each in read) / sum(each.pages for each in read), 1),
    }
    return json.dumps(told)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/real-model", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one invoice and one report")
    read = asyncio.run(read_all(papers(quick=parser.parse_args().quick)))
    print(table(read), line(read), sep="\n\n")  # noqa: T201
    return int(any(each.is_wrong for each in read))


if __name__ == "__main__":
    sys.exit(main())
