"""Signatures, times and addresses of webhooks."""

import ipaddress
import json
import re
import sys
import time
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from fakturo.domain.webhooks import (
    DELAYS,
    TRIED_FOR,
    Attempt,
    BadAddress,
    DeliveryState,
    Reach,
    is_public,
    judge,
    secret_of,
    signature_headers,
)
from tests.support.printed_commands import ROOT

OLD, NEW = secret_of(b"o" * 32), secret_of(b"n" * 32)
HOME = Reach((ipaddress.ip_network("10.1.0.0/16"), ipaddress.ip_network("fd00::/8")))


def test_the_schemes_own_library_verifies_what_we_sign_with_either_secret() -> None:
    body = '{"type": "job.ready", "data": {"seller": "Größe & Söhne"}}'.encode()
    headers = signature_headers("evt_1", int(time.time()), body, [NEW, OLD])
    for secret in (OLD, NEW):
        assert Webhook(secret).verify(body, headers)["type"] == "job.ready"
    for forged in (body + b" ", body.replace(b"ready", b"failed")):
        with pytest.raises(WebhookVerificationError):
            Webhook(NEW).verify(forged, headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(secret_of(b"x" * 32)).verify(body, headers)


@pytest.mark.parametrize("data", [{"job": {"id": "0b8f"}}, {"webhook_id": "5f0c"}], ids=["job", "trial"])
def test_the_receiver_that_the_docs_show_takes_every_event_once(
    monkeypatch: pytest.MonkeyPatch, data: dict[str, object]
) -> None:
    """Its lines as printed; Flask, which we do not have, is what they use of it."""
    body = json.dumps({"type": "webhook.test", "data": data}).encode()
    request = SimpleNamespace(data=body, headers=signature_headers("evt_1", int(time.time()), body, [NEW]))
    app = SimpleNamespace(post=lambda _: lambda receiver: receiver)
    monkeypatch.setitem(sys.modules, "flask", SimpleNamespace(Flask=lambda _: app, request=request))
    monkeypatch.setenv("FAKTURO_SECRET", NEW)
    taken = list[object]()
    shown: dict[str, Any] = {"handle": lambda *event: taken.append(event), "__name__": "receiver"}
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "webhooks.md").read_text("utf-8"), re.DOTALL)
    exec(program, shown)  # noqa: S102  our own page
    assert [shown["hook"](), shown["hook"]()] == [("", 204)] * 2
    assert taken == [("webhook.test", data)]


def test_it_is_tried_about_ten_times_for_a_day_and_then_given_up() -> None:
    for chance in (0.0, 0.5, 1.0):
        age, number, verdict = timedelta(), 1, judge(Attempt(500), number=1, age=timedelta(), chance=chance)
        while verdict.state is DeliveryState.PENDING:
            assert timedelta(seconds=3) <= verdict.delay <= timedelta(hours=11)
            age, number = age + verdict.delay, number + 1
            verdict = judge(Attempt(500), number=number, age=age, chance=chance)
        assert verdict.state is DeliveryState.FAILED
        assert timedelta(hours=13) < age <= TRIED_FOR
        assert 10 <= number <= 12
    assert sum(DELAYS, timedelta()) <= TRIED_FOR


def test_a_receiver_may_ask_for_more_time_but_not_for_ever() -> None:
    def delay(seconds: int) -> timedelta:
        attempt = Attempt(429, retry_after=timedelta(seconds=seconds))
        return judge(attempt, number=1, age=timedelta(), chance=0.5).delay

    assert delay(1) == DELAYS[0]
    assert delay(60) == timedelta(seconds=60)
    assert delay(10**6) == DELAYS[-1]


@pytest.mark.parametrize(
    ("attempt", "state"),
    [
        (Attempt(200), DeliveryState.DELIVERED),
        (Attempt(204), DeliveryState.DELIVERED),
        (Attempt(302), DeliveryState.PENDING),
        (Attempt(404), DeliveryState.PENDING),
        (Attempt(410), DeliveryState.FAILED),
        (Attempt(503), DeliveryState.PENDING),
        (Attempt(error="It took too long."), DeliveryState.PENDING),
    ],
)
def test_only_success_is_success(attempt: Attempt, state: DeliveryState) -> None:
    assert judge(attempt, number=1, age=timedelta(), chance=0.5).state is state


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.9.9.9", "0.0.0.7", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254"),
        *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1"),
        *("::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "fec0::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1"),
    ],
)
def test_addresses_that_are_not_public_are_told_with_who_could_allow_them(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    with pytest.raises(BadAddress, match="WEBHOOK_ALLOWED_NETWORKS"):
        Reach().check(ipaddress.ip_address(address), scheme="https")


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:4700::6810:84e5", "::ffff:93.184.215.14", "64:ff9b::5db8:d70e"]
)
def test_public_addresses_are_reached_by_https_alone(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))
    Reach().check(ipaddress.ip_address(address), scheme="https")
    with pytest.raises(BadAddress):
        HOME.check(ipaddress.ip_address(address), scheme="http")


def test_networks_that_the_operator_allows_are_reached_also_by_http() -> None:
    for allowed in ("10.1.2.3", "fd00::5"):
        HOME.check(ipaddress.ip_address(allowed), scheme="http")
    for refused in ("10.2.0.1", "127.0.0.1", "::1"):
        with pytest.raises(BadAddress):
            HOME.check(ipaddress.ip_address(refused), scheme="https")


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.com", "ftp://example.com", "http://example.com", "https://", "https://user@example.com/"),
        *("https://user:password@example.com/", "https://example.com/#part", "https://127.0.0.1/", "https://[::1]/"),
        *("https://example.com:99999/", "https://exa mple.com/", "https://example.com/\n", "https://[::1/"),
        *("https://169.254.169.254/latest", "https://example.com/" + "x" * 2000, "https://exämple.com/"),
        *("https://example..com/", "https://.example.com/", f"https://{'x' * 64}.example.com/"),
    ],
)
def test_an_address_that_cannot_be_right_is_refused_at_once(url: str) -> None:
    with pytest.raises(BadAddress):
        Reach().check_url(url)


def test_a_good_address_is_taken() -> None:
    Reach().check_url("https://example.com:8443/hooks?x=1")
    HOME.check_url("http://hooks.internal:8080/fakturo")
    HOME.check_url("http://10.1.0.7/")
