"""Names that nobody knows are told with the one that was probably meant."""

import pytest
from starlette.requests import Request

from fakturo.http.names import FIELD, check_query, unknown_name
from fakturo.http.problems import Problem


def asked(query: bytes) -> Request:
    return Request({"type": "http", "method": "GET", "path": "/api/jobs", "headers": [], "query_string": query})


@pytest.mark.parametrize(
    ("name", "known", "told"),
    [
        ("maping", ("file", "mapping"), "There is no field 'maping' here. Did you mean 'mapping'?"),
        ("Mapping", ("file", "mapping"), "There is no field 'Mapping' here. Did you mean 'mapping'?"),
        ("colour", ("file", "mapping"), "There is no field 'colour' here. There are: file, mapping."),
        ("x", (), "There is no field 'x' here: this address takes none."),
        ("y" * 50, (), f"There is no field '{'y' * 40}' here: this address takes none."),
    ],
)
def test_an_unknown_name_is_told_with_what_was_meant(name: str, known: tuple[str, ...], told: str) -> None:
    assert unknown_name(FIELD, name, known) == told


@pytest.mark.parametrize("query", [b"", b"status=failed&status=complete&limit=", b"_=1763450000", b"limit=5&_=", b"&"])
def test_known_parameters_and_a_browsers_cache_buster_pass(query: bytes) -> None:
    check_query(asked(query), ("status", "limit"))


@pytest.mark.parametrize("query", [b"stauts=failed", b"limit=5&stauts", b"st%61uts=1"])
def test_an_unknown_parameter_is_refused_wherever_it_stands(query: bytes) -> None:
    with pytest.raises(Problem, match=r"no query parameter 'stauts' here.* 'status'") as refused:
        check_query(asked(query), ("status", "limit"))
    assert refused.value.status == 400


def test_a_query_of_thousands_is_refused_before_it_is_read() -> None:
    with pytest.raises(Problem, match="at most 1000"):
        check_query(asked(b"limit=1&" * 2000), ("limit",))
