"""Webhook addresses: only public ones, so that nobody can make this server access its internal network (SSRF).

Theory of operation
-------------------
A name is resolved here, each address is checked, and the connection is made to a checked address, not to the name, so a
later change of the name makes no difference. Private, loopback, link-local, multicast, reserved and unspecified
addresses are refused, and so are IPv6 addresses that embed such an IPv4 address. Redirects aren't followed, and proxies
from the environment aren't used. `JAXDOJO_WEBHOOK_HOSTS` names hosts that are exempt.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

MAX_URL: Final = 500
NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
"""A host name without a trailing dot, which would be another name of the same host."""
NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as IPv6-only networks reach them (RFC 6052)."""


def is_public(text: str) -> bool:
    """Return whether an address is public."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
        if address.is_site_local:
            return False
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
        and not address.is_loopback
        and not address.is_link_local
    )


def check_url(url: str, allowed: frozenset[str]) -> str:
    """Return the address of a webhook as it is stored; raises `InvalidInputError` unless it is allowed.

    A name is resolved only when a message is sent.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
        good = parts.scheme in {"http", "https"} and bool(host) and port != 0 and parts.username is None
        good = good and not parts.fragment and _is_plain(host)
    except ValueError:
        host, good = "", False
    if not good or len(url) > MAX_URL or not url.isascii() or not url.isprintable() or set(url) & {" ", "\\"}:
        raise InvalidInputError("url", _("A webhook's address begins with https:// or http:// and names a host."))
    if host not in allowed and (_is_private_literal(host) or host == "localhost" or host.endswith(".localhost")):
        raise InvalidInputError("url", _("Webhooks go to public addresses only."))
    return url


def _is_plain(host: str) -> bool:
    """Return whether a host is a name or an address in its usual spelling.

    Programs also parse `2130706433`, `0177.1`, `0x7f.1` and `127.0.0.1.` as addresses, each in its own way, which makes
    them useful only for an attack. So a host whose last label is a number must be IPv4 with four decimal numbers, and
    an IPv6 address may embed no IPv4 address and no zone.
    """
    if ":" in host:
        try:
            address = IPv6Address(host)
        except ValueError:
            return False
        return address.ipv4_mapped is None and address.scope_id is None and "." not in host
    if not NAME.fullmatch(host):
        return False
    if NUMBER.fullmatch(host.rpartition(".")[2]):
        try:
            return str(IPv4Address(host)) == host
        except ValueError:
            return False
    return True


def _is_private_literal(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return not is_public(host)
