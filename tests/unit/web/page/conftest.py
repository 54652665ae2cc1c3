from collections.abc import Callable

import pytest

from fakturo.convert.mapping import find_mapping
from fakturo.domain.job import Job
from fakturo.web.page.languages import language
from fakturo.web.page.rows import Row, Teller

Told = Callable[..., Row]


@pytest.fixture
def told() -> Told:
    """The row of a job, in English unless a test says otherwise, with the layout's mapping offered."""

    def tell(job: Job, *, speaks: str = "en", offered: bool = True, **more: object) -> Row:
        mappings = {"layout_v1": find_mapping("layout_v1")} if offered else {}
        return Teller(language(speaks), mappings, max_attempts=3, **more).row(job)  # type: ignore[arg-type]

    return tell
