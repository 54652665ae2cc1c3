"""Where a request comes from."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
UNKNOWN = "unknown"
OF_ONE_CUSTOMER = 64
"""Bits of an IPv6 address that whoever has it cannot choose."""


def networks(text: str) -> list[Network]:
    """Addresses and networks, separated by commas. ValueError names the one that is none."""
    return [ip_network(each.strip(), strict=False) for each in text.split(",") if each.strip()]


def is_loopback(host: str) -> bool:
    """Whether only this machine itself can reach what listens there."""
    address = _read(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def counted_as(peer: str, forwarded: Sequence[str], trusted: Collection[Network]) -> str:
    """Who is counted as one: an IPv4 address, or the /64 of an IPv6 one."""
    address = client_address(peer, forwarded, trusted)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), OF_ONE_CUSTOMER), strict=False))
    return str(address) if address else UNKNOWN


def client_address(peer: str, forwarded: Sequence[str], trusted: Collection[Network]) -> Address | None:
    """The last address that no proxy of ours has: each of them adds whom it heard from at the end, and what stands
    before that anybody can have written."""
    address = _read(peer)
    for text in reversed(forwarded):
        before = _read(text)
        if before is None or address is None or not any(address in network for network in trusted):
            break
        address = before
    return address


def _read(text: str) -> Address | None:
    """Some proxies add the port."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
