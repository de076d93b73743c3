"""Where webhooks may go, and how their messages are signed."""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
import threading

import httpcore
import pytest

from app.domains.webhooks import connections
from app.domains.webhooks.addresses import check_url, is_public
from app.domains.webhooks.connections import CHUNK, LOOKUPS, LimitedStream, PrivateAddressError, PublicOnly
from app.domains.webhooks.sender import GIVE_UP, PAUSES_S
from app.domains.webhooks.signing import make_headers, make_secret, sign
from app.kit.errors import InvalidInputError


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",  # noqa: S104 - nothing is bound
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "198.18.0.1",
        "192.0.2.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "2002:7f00:1::",
        "2001:0:0:0:0:0:80ff:fffe",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2001:db8::1",
        "not an address",
        "",
    ],
)
def test_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("url", ["https://dojo.test/x?y=1", "http://dojo.test:8080", "https://1.1.1.1/"])
def test_good_addresses(url: str) -> None:
    assert check_url(f" {url} ", frozenset()) == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "dojo.test",
        "ftp://dojo.test",
        "file:///etc/passwd",
        "http://",
        "https://user:word@dojo.test",
        "https://dojo.test:0",
        "https://dojo.test:99999",
        "https://dojo.test/#x",
        "https://dojo.test/\n",
        "https://dojo.test/a b",
        "https://döjo.test",
        "https://[::1",
        "https://dojo.test/" + "x" * 500,
        "http://127.0.0.1",
        "http://[::1]:80/",
        "http://[::ffff:10.0.0.1]/",
        "http://localhost:8000",
        "http://a.localhost",
    ],
)
def test_bad_addresses(url: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_url(f"x{url}" if url.endswith("\n") else url, frozenset())
    assert caught.value.field == "url"


def test_an_operator_may_allow_hosts() -> None:
    assert check_url("http://localhost:8000", frozenset({"localhost"})) == "http://localhost:8000"


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f.1", "::ffff:127.0.0.1"])
async def test_a_name_that_leads_inside_is_not_connected_to(host: str) -> None:
    with pytest.raises(httpcore.ConnectError):
        await PublicOnly(frozenset(), 100).connect_tcp(host, 1)


async def test_only_the_public_addresses_of_a_name_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    async def connect(_self: object, host: str, _port: int, **_options: object) -> httpcore.AsyncNetworkStream:
        tried.append(host)
        raise httpcore.ConnectError("nobody there")

    async def resolve(*_given: object) -> list[str]:
        return ["10.0.0.1", "1.1.1.1", "::1", "1.0.0.1"]

    monkeypatch.setattr(connections, "_resolve", resolve)
    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    with pytest.raises(httpcore.ConnectError):
        await PublicOnly(frozenset(), 100).connect_tcp("hooks.test", 443)
    assert tried == ["1.1.1.1", "1.0.0.1"]
    monkeypatch.setattr(connections, "is_public", lambda _address: False)
    with pytest.raises(PrivateAddressError):
        await PublicOnly(frozenset(), 100).connect_tcp("hooks.test", 443)


class StandInStream(httpcore.AsyncNetworkStream):
    """Sends as many bytes as it is asked for, without end."""

    def __init__(self, sizes: list[int]) -> None:
        self.sizes = sizes

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002, ASYNC109 - httpcore's
        self.sizes.append(max_bytes)
        return bytes(max_bytes)

    async def start_tls(self, *_given: object) -> httpcore.AsyncNetworkStream:
        return StandInStream(self.sizes)


@pytest.mark.parametrize("encrypted", [False, True])
async def test_little_is_read_at_once_and_not_without_end(*, encrypted: bool) -> None:
    sizes: list[int] = []
    stream: httpcore.AsyncNetworkStream = LimitedStream(StandInStream(sizes), 3 * CHUNK)
    if encrypted:
        stream = await stream.start_tls(ssl.create_default_context())
    for _ in range(3):
        assert len(await stream.read(65536)) == CHUNK
    with pytest.raises(httpcore.ReadError, match="too long"):
        await stream.read(65536)
    assert sizes == [CHUNK] * 4


async def test_a_slow_name_server_keeps_no_thread_that_others_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the loop's own threads nor those in which it looks up names."""
    threads: list[str] = []

    def look_up(*_given: object, **_options: object) -> list[object]:
        threads.append(threading.current_thread().name)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(PrivateAddressError):
        await PublicOnly(frozenset(), 100).connect_tcp("slow.test", 443)
    assert [name.partition("_")[0] for name in threads] == ["names"]


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The example in the specification."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # noqa: S105
    body = '{"test": 2432232314}'
    given = make_headers(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert given["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert given["webhook-id"] == "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert given["webhook-timestamp"] == "1614265330"
    assert sign(secret, "other", 1614265330, body) != given["webhook-signature"]


def test_secrets_are_fresh_and_long() -> None:
    assert make_secret() != make_secret()
    assert len(base64.b64decode(make_secret().removeprefix("whsec_"))) == 32


def test_attempts_are_spread_over_a_day() -> None:
    assert sorted(PAUSES_S) == list(PAUSES_S)
    assert 0.9 < sum(PAUSES_S) / GIVE_UP.total_seconds() <= 1


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "017700000001",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "127.0.1",
        "127.0.0.01",
        "127.0.0.1.",
        "1.1.1.1.",
        "16843009",
        "0x01010101",
        "1.1.1",
        "01.1.1.1",
        "1.1.1.0x1",
        "1.1.1.1.1",
        "256.1.1.1",
        "dojo.0x",
        "[::ffff:1.1.1.1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::1.1.1.1]",
        "[64:ff9b::1.1.1.1]",
        "[2606:4700::1111%25eth0]",
        "[2606:4700::1111%eth0]",
        "dojo.test.",
        "localhost.",
        "LOCALHOST.",
        "dojo..test",
        ".dojo.test",
        "-dojo.test",
        "dojo-.test",
        "user@dojo.test",
        "user:secret@dojo.test",
        "@dojo.test",
        ":@dojo.test",
        "dojo.test@127.0.0.1",
        "dojo.test\\@127.0.0.1",
        "127.0.0.1\\.dojo.test",
        "127.0.0.1%2f.dojo.test",
        "%31%32%37.0.0.1",
        "dojo.test%00",
        "dojo.test:0",
        "dojo.test:99999",
        "dojo.test:+80",
        "①②⑦.0.0.1",
        "127。0。0。1",
    ],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_odd_spellings_are_refused(scheme: str, host: str) -> None:
    """Even of public addresses: a library or a proxy may read them differently than we do."""
    with pytest.raises(InvalidInputError):
        check_url(f"{scheme}://{host}/", frozenset())


@pytest.mark.parametrize(
    "host", ["dojo.test", "xn--bcher-kva.example", "a_b.example", "1.1.1.1", "[2606:4700::1111]", "4711.de"]
)
def test_plain_hosts_are_taken(host: str) -> None:
    assert check_url(f"https://{host}/x", frozenset()) == f"https://{host}/x"


async def test_slow_names_of_one_client_do_not_hold_up_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever owns a few webhooks could keep others from signing in through a platform."""
    over = threading.Event()

    def look_up(host: str, *_given: object, **_options: object) -> list[object]:
        if host == "slow.test":
            over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    slow, other = PublicOnly(frozenset(), 100), PublicOnly(frozenset(), 100)
    stuck = [asyncio.create_task(slow.connect_tcp("slow.test", 443)) for _ in range(LOOKUPS)]
    try:
        with pytest.raises(PrivateAddressError):
            async with asyncio.timeout(30):
                await other.connect_tcp("quick.test", 443)
    finally:
        over.set()
        await asyncio.gather(*stuck, return_exceptions=True)


async def test_unknown_names_and_inner_ones_are_told_apart_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The messages are the same, so that nobody learns which names exist in the internal network."""
    told = set()
    for found in ([], ["10.0.0.1"], ["127.0.0.1", "::1"]):

        async def resolve(*_given: object, found: list[str] = found) -> list[str]:
            return found

        monkeypatch.setattr("app.domains.webhooks.connections._resolve", resolve)
        with pytest.raises(PrivateAddressError) as refused:
            await PublicOnly(frozenset(), 100).connect_tcp("inner.test", 80)
        told.add((type(refused.value), str(refused.value)))
    assert len(told) == 1


async def test_unknown_name_has_no_address() -> None:
    with pytest.raises(PrivateAddressError):
        await PublicOnly(frozenset({"nowhere.invalid"}), 100).connect_tcp("nowhere.invalid", 80)
