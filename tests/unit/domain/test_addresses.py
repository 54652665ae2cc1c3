"""Where a request comes from: proxies of ours are believed, and nobody else."""

import pytest

from fakturo.domain.addresses import UNKNOWN, counted_as, is_loopback, networks

OURS = networks("10.0.0.0/8, 2001:db8:1::1")


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "192.0.2.66, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("2001:db8:1::1", "[2001:db8:7:8:9::1]:443", "2001:db8:7:8::/64"),
        ("2001:db8:7:8:a::2", "", "2001:db8:7:8::/64"),
        ("::1", "", "::/64"),
        ("", "198.51.100.1", UNKNOWN),
        ("/run/web.sock", "198.51.100.1", UNKNOWN),
    ],
)
def test_the_last_address_that_is_not_our_proxies_counts(peer: str, forwarded: str, expected: str) -> None:
    assert counted_as(peer, forwarded.split(","), OURS) == expected


def test_without_trusted_proxies_nobody_is_believed() -> None:
    assert counted_as("127.0.0.1", ["198.51.100.1"], []) == "127.0.0.1"


@pytest.mark.parametrize("wrong", ["10.0.0.0/33", "proxy.example", "10.0.0.1 10.0.0.2"])
def test_what_is_no_address_is_named(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.split("/", maxsplit=1)[0]):
        networks(wrong)


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("::", False), ("10.0.0.7", False)],  # noqa: S104
)
def test_only_this_machine_reaches_a_loopback_address(host: str, alone: bool) -> None:
    assert is_loopback(host) is alone
