import errno

import pytest

from fakturo.blobs.base import BlobDamaged, BlobMissing
from fakturo.domain.errors import ErrorCode
from fakturo.domain.transitions import AttemptFailed, HandBackReason, HandedBack
from fakturo.worker.run_job import storage_failed


@pytest.mark.parametrize(
    ("error", "final", "reason"),
    [
        (BlobMissing("uploads/a.pdf"), True, "object_missing"),
        (BlobDamaged(), True, "object_damaged"),
        (OSError(errno.EIO, "The store does not answer"), False, "storage"),
        (TimeoutError(), False, "storage"),
    ],
)
def test_only_what_is_gone_or_damaged_is_not_tried_again(
    error: BlobMissing | OSError, reason: str, *, final: bool
) -> None:
    assert storage_failed(error) == AttemptFailed(ErrorCode.IO_ERROR, final=final, meta={"reason": reason})


@pytest.mark.parametrize("full", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_nobodys_attempt(full: int) -> None:
    assert storage_failed(OSError(full, "full")) == HandedBack(HandBackReason.DISK, code=ErrorCode.IO_ERROR)
