"""What a browser keeps of a sign-in that it has begun."""

from http.cookies import SimpleCookie

import pytest
from starlette.requests import Request
from starlette.responses import Response

from fakturo.web.accounts.cookies import MOST_ATTEMPTS, PREFIX, attempt_of, keep_attempt, new_attempt


def browser(cookies: str = "") -> Request:
    return Request({"type": "http", "headers": [(b"cookie", cookies.encode())]})


def kept(answer: Response) -> SimpleCookie:
    found = SimpleCookie()
    for name, value in answer.raw_headers:
        if name == b"set-cookie":
            found.load(value.decode())
    return found


def test_an_attempt_comes_back_whole_and_only_by_its_own_state() -> None:
    attempt, answer = new_attempt("/parties?q=é"), Response()
    keep_attempt(browser(), answer, attempt, secure=True)
    ((name, cookie),) = kept(answer).items()
    assert (cookie["path"], cookie["max-age"], cookie["samesite"]) == ("/account", "600", "lax")
    assert cookie["httponly"]
    assert cookie["secure"]
    holder = browser(f"{name}={cookie.value}")
    assert attempt_of(holder, attempt.state) == attempt
    assert attempt_of(browser(), attempt.state) is None
    same_beginning = attempt.state[:8] + new_attempt("/queue").state[8:]
    assert attempt_of(holder, same_beginning) is None


@pytest.mark.parametrize("value", ["", "x", "e30=", "W10=", "bnVsbA==", "%00", "eyJzdGF0ZSI6IDF9"])
def test_a_cookie_that_makes_no_sense_is_no_attempt(value: str) -> None:
    state = "A" * 43
    assert attempt_of(browser(f"{PREFIX}{state[:8]}={value}"), state) is None


def test_very_many_tabs_do_not_fill_the_browser() -> None:
    earlier = "; ".join(f"{PREFIX}{number:08}=x" for number in range(MOST_ATTEMPTS))
    answer = Response()
    keep_attempt(browser(earlier), answer, new_attempt("/queue"), secure=False)
    gone = [name for name, cookie in kept(answer).items() if cookie["max-age"] == "0"]
    assert len(gone) == MOST_ATTEMPTS
