"""The keys by which clients are rate-limited: the account, or for guests the address."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

SITE_BITS: Final = 64
"""Number of bits of an IPv6 address that identify a site, whose owner can choose the rest."""
WIDER: Final = {56: 4, 48: 16}
"""Numbers of bits of the networks that a provider gives to one customer, each with how many sites' limits it has."""


def name_site(address: str) -> str:
    """Return the rate limit key of an address: for IPv6 its first 64 bits."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Network((known, SITE_BITS), strict=False))
    return address


def list_networks(address: str) -> list[tuple[str, int]]:
    """Return the rate limit keys of an address, each with how many times the limit of a site it has.

    The first is the site's, as `name_site` returns it. With IPv6 there are wider ones: who has such a network has
    thousands of sites.
    """
    site = name_site(address)
    if ":" not in site:
        return [(site, 1)]
    host = site.partition("/")[0]
    return [(site, 1), *((str(IPv6Network((host, bits), strict=False)), factor) for bits, factor in WIDER.items())]


def name_account(user_id: int) -> str:
    """Return the rate limit key of an account."""
    return f"account {user_id}"


def name_asker(request: HTTPConnection, user_id: int | None) -> str:
    """Return the rate limit key of a request: its account, or for a guest the address."""
    if user_id is not None:
        return name_account(user_id)
    return f"address {name_site(request.client.host) if request.client is not None else ''}"
