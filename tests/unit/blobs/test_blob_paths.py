"""Names under which files are kept."""

import json
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from fakturo.blobs.base import NAME, Sidecar, result_path, sidecar_path, upload_path

JOB = UUID("0f2c8f3e-5d0b-4c1c-9a53-5ad2f8a0c0de")


@given(st.uuids(), st.uuids(), st.integers(1, 1000))
def test_every_path_is_one_that_a_store_takes(job: UUID, token: UUID, attempt: int) -> None:
    result = result_path(job, attempt, token)
    for path in (upload_path(job), result, sidecar_path(result)):
        assert NAME.fullmatch(path)


def test_no_two_attempts_write_to_the_same_place() -> None:
    first, second = uuid4(), uuid4()
    paths = {result_path(JOB, attempt, token) for attempt in (1, 2) for token in (first, second)}
    assert len(paths) == 4


def test_a_jobs_results_lie_together_and_begin_with_its_name() -> None:
    folder, name = result_path(JOB, 1, uuid4()).rsplit("/", 1)
    assert name.startswith(f"{JOB}.1-")
    assert upload_path(JOB) == f"{folder.replace('results', 'uploads')}/{JOB}.pdf"


def test_jobs_spread_over_the_shards_even_when_their_ids_are_in_sequence() -> None:
    shards = {upload_path(UUID(int=number)).rsplit("/", 1)[0] for number in range(1000)}
    assert len(shards) > 240


def test_there_are_so_few_shards_that_most_files_find_theirs_made() -> None:
    assert len({upload_path(UUID(int=number)).rsplit("/", 1)[0] for number in range(10_000)}) == 256


def test_a_sidecar_says_what_its_result_was_made_from() -> None:
    sidecar = Sidecar("a" * 64, "b" * 64, 12, "layout_v1", 3, "fakturo 1")
    assert json.loads(sidecar.to_json()) == {
        "input_sha256": "a" * 64,
        "output_sha256": "b" * 64,
        "output_bytes": 12,
        "mapping": "layout_v1",
        "mapping_version": 3,
        "engine": "fakturo 1",
    }
