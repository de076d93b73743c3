"""Which reports of the client's address are trusted, as a table of headers from clients and proxies."""

from __future__ import annotations

import pytest

from app.kit.errors import SettingsError
from app.kit.proxies import MAX_PROXIES, read_address, read_proxies
from app.kit.settings import Settings

CLIENT, PROXY, INNER, FORGED = "203.0.113.9", "192.0.2.7", "10.1.2.3", "198.51.100.66"
NAMED = f"{PROXY}, 10.1.0.0/16, 2001:db8::/64"


@pytest.mark.parametrize(
    ("setting", "peer", "forwarded", "client"),
    [
        # A client that connects directly can't choose its address.
        (NAMED, CLIENT, [FORGED], CLIENT),
        (NAMED, CLIENT, [PROXY], CLIENT),
        ("0", PROXY, [FORGED], PROXY),
        ("", PROXY, [FORGED], PROXY),
        # Our proxy appends the client to the client's own header, or replaces the header.
        (NAMED, PROXY, [CLIENT], CLIENT),
        (NAMED, PROXY, [f"{FORGED}, {CLIENT}"], CLIENT),
        (NAMED, PROXY, [FORGED, CLIENT], CLIENT),
        (NAMED, PROXY, [f"{FORGED}, {PROXY}, {CLIENT}"], CLIENT),
        (NAMED, PROXY, [f"{PROXY}, {INNER}, {CLIENT}"], CLIENT),
        (NAMED, PROXY, [f"{FORGED}, {CLIENT}, {INNER}"], CLIENT),
        (NAMED, PROXY, [f"{CLIENT}:4711"], CLIENT),
        (NAMED, PROXY, ["[2001:db8:1::5]:4711"], "2001:db8:1::5"),
        (NAMED, f"::ffff:{PROXY}", [CLIENT], CLIENT),
        (NAMED, "2001:db8::7", [CLIENT], CLIENT),
        # An entry that isn't an address ends the search: the last proxy counts.
        (NAMED, PROXY, [], PROXY),
        (NAMED, PROXY, [""], PROXY),
        (NAMED, PROXY, ["unknown"], PROXY),
        (NAMED, PROXY, [f"{CLIENT}, unknown, {INNER}"], INNER),
        (NAMED, PROXY, [f"{CLIENT}, ' OR 1=1 --"], PROXY),
        (NAMED, PROXY, ["1.2.3"], PROXY),
        (NAMED, PROXY, [f"{FORGED}," * 5000 + CLIENT], CLIENT),
        (NAMED, PROXY, [f"{FORGED}," + f"{INNER}," * 5000 + INNER], INNER),
        # Counted proxies: the entry of the first of them, from the end.
        ("1", PROXY, [CLIENT], CLIENT),
        ("1", PROXY, [f"{FORGED}, {CLIENT}"], CLIENT),
        ("2", INNER, [f"{FORGED}, {CLIENT}, {PROXY}"], CLIENT),
        ("2", INNER, [CLIENT], INNER),
        ("1", PROXY, ["unknown"], PROXY),
        ("1", PROXY, [], PROXY),
    ],
)
def test_client_cannot_choose_its_address(setting: str, peer: str, forwarded: list[str], client: str) -> None:
    assert read_proxies(setting).find_client(peer, forwarded) == client


def test_default_is_this_machine() -> None:
    default = read_proxies(Settings.model_fields["proxies"].default)
    assert default.find_client("127.0.0.1", [CLIENT]) == default.find_client("::1", [CLIENT]) == CLIENT
    assert default.find_client(PROXY, [CLIENT]) == PROXY


@pytest.mark.parametrize(
    "setting", ["*", "0.0.0.0/0", "::/0", "10.1.2.3/8", "proxy.example", "1, 2", "-1", str(MAX_PROXIES + 1)]
)
def test_what_would_believe_everybody_or_nobody_is_refused(setting: str) -> None:
    with pytest.raises(SettingsError, match="JAXDOJO_PROXIES"):
        read_proxies(setting)


@pytest.mark.parametrize("text", ["", "nobody", "1.2.3", "01.2.3.4", "2130706433", "0x7f.1", "1.2.3.4.5", "[", "a:1"])
def test_odd_spellings_are_no_address(text: str) -> None:
    assert read_address(text) is None
