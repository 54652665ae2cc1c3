"""Every error answer has the one shape, whoever raised it."""

from collections.abc import Callable

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from fakturo.domain.errors import ERRORS, RETRYABLE_BY_CLIENT, ErrorCode, final_text
from fakturo.http.measured import Measured
from fakturo.http.problems import Problem, answer_with_problems


def app_that(respond: Callable[[], Response]) -> Starlette:
    async def route(_: Request) -> Response:
        return respond()

    app = Starlette(routes=[Route("/", route)], middleware=[Middleware(Measured)])
    answer_with_problems(app)
    return app


async def answer_of(respond: Callable[[], Response], method: str = "GET", path: str = "/") -> httpx.Response:
    transport = httpx.ASGITransport(app_that(respond), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.request(method, path)


def raising(error: Exception) -> Callable[[], Response]:
    def respond() -> Response:
        raise error

    return respond


@pytest.mark.parametrize("code", ErrorCode)
async def test_a_problem_says_what_happened_to_people_and_to_programs(code: ErrorCode) -> None:
    answer = await answer_of(raising(Problem(code)))
    status = ERRORS[code].http_status or 500
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": answer.reason_phrase,
        "status": status,
        "detail": final_text(code),
        "code": code,
        "retryable": code in RETRYABLE_BY_CLIENT,
        "request_id": answer.headers["x-request-id"],
    }


async def test_a_problem_carries_its_own_words_status_headers_and_more() -> None:
    problem = Problem(ErrorCode.RATE_LIMITED, "Wait.", headers={"Retry-After": "7"}, extra={"job_id": "x"})
    answer = await answer_of(raising(problem))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
    assert (answer.json()["detail"], answer.json()["job_id"]) == ("Wait.", "x")


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, ErrorCode.INVALID_REQUEST),
        (403, ErrorCode.FORBIDDEN),
        (404, ErrorCode.NOT_FOUND),
        (409, ErrorCode.CONFLICT),
        (413, ErrorCode.TOO_LARGE),
        (429, ErrorCode.RATE_LIMITED),
        (500, ErrorCode.UNKNOWN),
        (503, ErrorCode.UNKNOWN),
    ],
)
async def test_the_frameworks_errors_keep_their_status_and_get_a_code(status: int, code: ErrorCode) -> None:
    answer = await answer_of(raising(HTTPException(status)))
    assert (answer.status_code, answer.json()["status"], answer.json()["code"]) == (status, status, code)
    assert answer.json()["detail"] == final_text(code)


async def test_an_unknown_address_or_method_is_a_problem_too() -> None:
    def nothing() -> Response:
        return PlainTextResponse("")

    missing = await answer_of(nothing, path="/nowhere")
    assert (missing.status_code, missing.json()["code"]) == (404, "NOT_FOUND")
    wrong = await answer_of(nothing, method="DELETE")
    assert (wrong.status_code, "GET" in wrong.headers["allow"]) == (405, True)
    assert wrong.headers["content-type"] == "application/problem+json"
    assert wrong.json()["code"] == "INVALID_REQUEST"
    assert wrong.json()["detail"] == "DELETE is not possible at this address."


async def test_the_unforeseen_shows_nothing_of_itself() -> None:
    answer = await answer_of(raising(RuntimeError("password at /secret/path")))
    assert (answer.status_code, answer.json()["code"]) == (500, "UNKNOWN")
    assert "secret" not in answer.text
    assert answer.json()["detail"] == final_text(ErrorCode.UNKNOWN)
    assert answer.json()["request_id"]


async def test_every_answer_has_an_id_of_its_own() -> None:
    answers = [await answer_of(lambda: PlainTextResponse("fine")) for _ in range(3)]
    assert len({answer.headers["x-request-id"] for answer in answers}) == 3
