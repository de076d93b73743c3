"""Addresses of people, shortened to what is kept of them."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Final

PREFIXES: Final = {4: 24, 6: 48}
"""Bits of an address that are kept, by IP version: enough to identify a site, too few for a person."""


def shorten_address(address: str) -> str:
    """Return the network of an address, such as `192.0.2.0/24`; nothing where it is no address of IP."""
    try:
        version = ip_network(address).version
        return str(ip_network(f"{address}/{PREFIXES[version]}", strict=False))
    except ValueError:
        return ""
