"""Shortens people's IP addresses before they are stored, and shows the addresses on which a service listens."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Final

PREFIXES: Final = {4: 24, 6: 48}
"""The number of bits of an address that are kept, by IP version: enough to identify a site, too few for a person."""
_LOOPBACK: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (nothing is bound)
"""For each address that stands for all of a machine's, which browsers can't open, one that they can."""


def shorten_address(address: str) -> str:
    """Return the network of an address, such as `192.0.2.0/24`; an empty string if it isn't an IP address."""
    try:
        version = ip_network(address).version
        return str(ip_network(f"{address}/{PREFIXES[version]}", strict=False))
    except ValueError:
        return ""


def show_address(host: str, port: int) -> str:
    """Return the URL at which a browser on this machine reaches a service that listens on `host`."""
    host = _LOOPBACK.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
