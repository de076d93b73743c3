"""Shortens people's IP addresses before they are stored."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Final

PREFIXES: Final = {4: 24, 6: 48}
"""The number of bits of an address that are kept, by IP version: enough to identify a site, too few for a person."""


def shorten_address(address: str) -> str:
    """Return the network of an address, such as `192.0.2.0/24`; an empty string if it isn't an IP address."""
    try:
        version = ip_network(address).version
        return str(ip_network(f"{address}/{PREFIXES[version]}", strict=False))
    except ValueError:
        return ""
