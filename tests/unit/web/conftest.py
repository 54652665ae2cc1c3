from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from fakturo.domain.job import Job, Status

NOON = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)

QUEUED = Job(
    id=UUID(int=1),
    original_filename="invoice.pdf",
    content_type="application/pdf",
    bytes=1000,
    sha256="a" * 64,
    mapping="layout_v1",
    mapping_version=1,
    pipeline="gateway",
    status=Status.QUEUED,
    review=None,
    error_code=None,
    error_message=None,
    last_error_code=None,
    attempt_count=0,
    manual_retry_count=0,
    retry_after=None,
    created_at=NOON,
    updated_at=NOON,
    queued_at=NOON,
    started_at=None,
    completed_at=None,
    failed_at=None,
    last_attempt_at=None,
    expires_at=None,
    expired_at=None,
    deleted_at=None,
    download_count=0,
    first_downloaded_at=None,
    upload_path="uploads/00/00/x.pdf",
    result_path=None,
    result_bytes=None,
    result_sha256=None,
    document_path=None,
    document_bytes=None,
    document_sha256=None,
    seller=None,
    buyer=None,
    invoice_number=None,
    invoice_date=None,
    total=None,
    currency=None,
    invoice_count=None,
    issue_count=None,
    first_issue=None,
)


@pytest.fixture
def job() -> Callable[..., Job]:
    """A queued job, except for what the test says."""

    def make(**changed: Any) -> Job:
        return replace(QUEUED, **changed)

    return make
