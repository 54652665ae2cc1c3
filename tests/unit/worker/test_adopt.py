"""Which results of earlier attempts are as good as a new one."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from fakturo.blobs.base import Blobs, Sidecar, put, result_path, sidecar_path
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob
from fakturo.worker.adopt import find_earlier_result
from tests.support.stack import on_disk

JOB = ClaimedJob(
    id=UUID(int=1),
    lease_token=UUID(int=2),
    owner_key="alice",
    pipeline="gateway",
    mapping="ubl_invoice",
    mapping_version=2,
    upload_path="uploads/1.pdf",
    sha256="a" * 64,
    bytes=9,
    attempt_count=2,
    crash_count=1,
    release_count=0,
    last_error_code=None,
    place=datetime(2026, 1, 1, tzinfo=UTC),
)
TODAY = Inputs("1.2", "templates", "directory", "own", "reader")
SIDECAR = Sidecar(
    JOB.sha256,
    "b" * 64,
    5,
    JOB.mapping,
    JOB.mapping_version,
    engine="1.2",
    templates="templates",
    directory="directory",
    own_templates="own",
    reader="reader",
)
LEFT_BEHIND = result_path(JOB.id, 1, UUID(int=3))


async def adopted(directory: Path, content: bytes, job: ClaimedJob = JOB) -> str | None:
    blobs: Blobs = on_disk(directory).blobs
    await put(blobs, sidecar_path(LEFT_BEHIND), content)

    async def todays() -> Inputs:
        return TODAY

    found = await find_earlier_result(job, blobs, todays)
    return found.path if found else None


async def test_one_that_was_made_from_the_same_is_adopted(tmp_path: Path) -> None:
    assert await adopted(tmp_path, SIDECAR.to_json()) == LEFT_BEHIND


@pytest.mark.parametrize(
    "other",
    [
        {"input_sha256": "c" * 64},
        {"mapping": "cii_invoice"},
        {"mapping_version": 1},
        {"engine": "1.1"},
        {"templates": "earlier ones"},
        {"directory": "an earlier state"},
        {"own_templates": None},
        {"reader": "another model"},
    ],
    ids=lambda other: next(iter(other)),
)
async def test_one_that_was_made_from_anything_else_is_not(tmp_path: Path, other: dict[str, Any]) -> None:
    assert await adopted(tmp_path, replace(SIDECAR, **other).to_json()) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"colour": "red"}'])
async def test_one_whose_sidecar_is_broken_is_not(tmp_path: Path, content: bytes) -> None:
    assert await adopted(tmp_path, content) is None


async def test_a_first_attempt_has_nobody_to_inherit_from(tmp_path: Path) -> None:
    assert await adopted(tmp_path, SIDECAR.to_json(), replace(JOB, attempt_count=1)) is None
