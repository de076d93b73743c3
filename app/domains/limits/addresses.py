"""Which addresses are counted as one."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

SITE_BITS: Final = 64
"""Bits of an IPv6 address that identify a site: its owner can choose the rest."""


@lru_cache(maxsize=1024)
def name_site(address: str) -> str:
    """Return what counts as one address: of IPv6 the first 64 bits."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Network((known, SITE_BITS), strict=False))
    return address
