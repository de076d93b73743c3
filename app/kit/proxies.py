"""Trusted reverse proxies, and the client addresses that they report.

Theory of operation
-------------------
Each proxy appends the address of its peer to `X-Forwarded-For`, so the header lists the addresses from the client, or
from anything that the client wrote there, to the last proxy but one. Only the entries that our own proxies appended can
be trusted, and these are the last ones. So the header is read from its end, by one of two rules:

- *named*: if a request came from one of our proxies, the last entry is trusted; if that is one of our proxies too, so
  is the entry before it, and so on. The first address that isn't a proxy's is the client's.
- *counted*: as many entries are trusted as there are proxies on the way. The port must then be reachable only through
  the proxies.

An entry that isn't an address ends the search: the last known proxy then counts as the client.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from app.kit.errors import SettingsError

MAX_PROXIES: Final = 10
"""The maximum number of proxies that a request passes through; further entries are not read."""
_RULE: Final = (
    "JAXDOJO_PROXIES must be addresses and networks of proxies, separated by commas, such as `192.0.2.7, 10.1.0.0/16`, "
    f"or the number of proxies on a request's way, up to {MAX_PROXIES}"
)
Address = IPv4Address | IPv6Address


@dataclass(frozen=True)
class Proxies:
    """The proxies of an installation: a count, or their networks."""

    count: int = 0
    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def believes(self, peer: str) -> bool:
        """Return whether `peer`, the other end of the connection, is trusted to report a request's client."""
        return bool(self.count) or self._is_ours(read_address(peer))

    def find_client(self, peer: str, forwarded: list[str]) -> str:
        """Return the client's address for a request from `peer`.

        `forwarded`: the values of its `X-Forwarded-For` headers, in order.
        """
        if not forwarded or not self.believes(peer):
            return peer
        entries = ",".join(forwarded).rsplit(",", MAX_PROXIES)[-MAX_PROXIES:]
        if self.count:
            known = read_address(entries[-self.count]) if len(entries) >= self.count else None
            return peer if known is None else str(known)
        client = peer
        for entry in reversed(entries):
            address = read_address(entry)
            if address is None:
                break
            client = str(address)
            if not self._is_ours(address):
                break
        return client

    def _is_ours(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self.networks)


def read_proxies(text: str) -> Proxies:
    """Return the proxies that `JAXDOJO_PROXIES` lists or counts; raises `SettingsError`."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(words) == 1 and words[0].isdecimal():
        if int(words[0]) > MAX_PROXIES:
            raise SettingsError(f"{_RULE}, not {words[0]}.")
        return Proxies(count=int(words[0]))
    networks = []
    for word in words:
        try:
            network = ip_network(word)
        except ValueError as error:
            raise SettingsError(f"{_RULE}; {word!r} is neither.") from error
        if not network.prefixlen:
            raise SettingsError(
                f"JAXDOJO_PROXIES includes every address ({word}), so each client could choose its own. List the "
                "proxies, or count them: `1`."
            )
        networks.append(network)
    return Proxies(networks=tuple(networks))


def read_address(text: str) -> Address | None:
    """Return the address in an entry, which may have a port; None if it isn't an address."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped if isinstance(address, IPv6Address) else None) or address
