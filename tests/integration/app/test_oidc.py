"""Signing in with a provider: a real OpenID Connect server on loopback, and what a malicious one might send."""

from __future__ import annotations

import asyncio
import base64
import ssl
import threading
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, OctKey, RSAKey
from oidc_provider_mock import run_server_in_thread
from pydantic import SecretStr

from app.db.statuses import Role
from app.domains.accounts import provider as module
from app.domains.accounts import sessions
from app.domains.accounts.errors import ProviderError
from app.domains.accounts.provider import Flow, Provider
from tests.integration.app.conftest import PASSWORD, Person
from tests.integration.app.test_accounts import _who

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.kit.settings import Settings
    from app.services import Services

# The server for Python 3.11 is an older version, for which Authlib raises deprecation warnings.
pytestmark = [
    pytest.mark.filterwarnings("ignore::authlib.deprecate.AuthlibDeprecationWarning"),
    pytest.mark.filterwarnings("ignore:get_jwt_config:DeprecationWarning"),
]
_DISTRUSTED = (JoseError, ValueError, KeyError)
ATTACKER = RSAKey.generate_key(2048, {"kid": "theirs"})
ATTACKER_KEYS = dict(KeySet([ATTACKER]).as_dict(private=False))


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with run_server_in_thread() as server:
        address = f"http://localhost:{server.server_port}"
        body = {"sub": "ada@provider", "preferred_username": "Ada Lovelace"}
        httpx.put(f"{address}/users/ada%40provider", json=body).raise_for_status()
        yield address


@pytest.fixture
def settings(settings: Settings, issuer: str) -> Settings:
    secret = SecretStr("a-secret-of-the-provider")
    changes = {"oidc_issuer": issuer, "oidc_client_id": "dojo", "oidc_client_secret": secret, "oidc_name": "Campus"}
    return settings.model_copy(update=changes)


async def leave(person: Person, address: str = "/signin/oidc?next=/progress") -> str:
    """Go to the provider; return the address of its page."""
    answer = await person.http.get(address)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def consent(address: str, subject: str = "ada@provider") -> str:
    """Sign in at the provider; return the address to which it redirects the browser."""
    async with httpx.AsyncClient() as http:
        answer = await http.post(address, data={"sub": subject})
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


async def come_back(person: Person, address: str) -> httpx.Response:
    parts = urlsplit(address)
    headers = {"accept": "text/html", "sec-fetch-site": "cross-site"}
    return await person.http.get(f"{parts.path}?{parts.query}", headers=headers)


def read_ticket(answer: httpx.Response) -> str:
    return answer.text.partition('name="ticket" value="')[2].partition('"')[0]


async def test_a_newcomer_chooses_a_name_and_comes_again(nobody: Person) -> None:
    assert "Continue with Campus" in await nobody.read("/signin")
    address = await leave(nobody)
    asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert len(asked["code_challenge"]) == 43
    assert asked["redirect_uri"] == "http://dojo.test/signin/oidc/callback"
    assert {len(asked["state"]), len(asked["nonce"])} == {43}
    welcome = await come_back(nobody, await consent(address))
    assert (welcome.status_code, 'value="Ada-Lovelace"' in welcome.text) == (200, True)
    ticket = read_ticket(welcome)
    services: Services = nobody.application.state.services
    await services.accounts.add_user("taken", PASSWORD, Role.LEARNER)
    assert (await nobody.send("/signin/oidc/join", ticket=ticket, name="Taken")).status_code == 409
    answer = await nobody.send("/signin/oidc/join", ticket=ticket, name="ada", next="/progress")
    assert answer.headers["location"] == "/progress"
    assert await _who(nobody) == "ada"
    assert (await nobody.send("/signin/oidc/join", ticket=ticket, name="eve")).status_code == 404
    await nobody.send("/signout")
    answer = await come_back(nobody, await consent(await leave(nobody)))
    assert answer.headers["location"] == "/progress"
    assert await _who(nobody) == "ada"
    wrong = await nobody.http.post("/api/v1/session", json={"name": "ada", "password": ""})
    assert wrong.status_code == 401, "without a password there is none that fits"


async def test_an_account_without_password_asks_for_a_fresh_sign_in(
    nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    welcome = await come_back(nobody, await consent(await leave(nobody)))
    await nobody.send("/signin/oidc/join", ticket=read_ticket(welcome), name="ada")
    assert (await nobody.send("/account/provider/unlink")).status_code == 409, "without one you couldn"
    with monkeypatch.context() as later:
        later.setattr(sessions, "FRESH", timedelta(0))
        assert (await nobody.send("/account/password", new=PASSWORD)).status_code == 409
    assert (await nobody.send("/account/password", new=PASSWORD)).status_code == 303
    assert (await nobody.send("/account/provider/unlink")).status_code == 303
    services: Services = nobody.application.state.services
    assert not await services.oidc.is_linked(await services.accounts.find("ada"))


async def test_linking_is_for_who_is_signed_in(ada: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    services: Services = ada.application.state.services
    monkeypatch.setattr(services.recovery, "notify", AsyncMock())
    assert (await come_back(nobody, await consent(await leave(nobody, "/signin/oidc?link=1")))).status_code == 400
    for _time in range(2):
        answer = await come_back(ada, await consent(await leave(ada, "/signin/oidc?link=1")))
        assert answer.headers["location"] == "/account?done=linked"
    assert await services.oidc.is_linked(await services.accounts.find("ada"))
    assert services.recovery.notify.await_count == 1, "the second time linked nobody"  # type: ignore[attr-defined]
    answer = await come_back(nobody, await consent(await leave(nobody)))
    assert (answer.status_code, await _who(nobody)) == (303, "ada")
    await nobody.send("/signout")
    await nobody.sign_up("eve")
    answer = await come_back(nobody, await consent(await leave(nobody, "/signin/oidc?link=1")))
    assert answer.status_code == 409, "it is another account's"


@pytest.mark.parametrize(("rule", "status"), [("closed", 403), ("invited", 403), ("open", 200)])
async def test_who_is_unknown_joins_by_the_rules(ada: Person, nobody: Person, rule: str, status: int) -> None:
    services: Services = ada.application.state.services
    await come_back(ada, await consent(await leave(ada, "/signin/oidc?link=1")))
    services.accounts._settings = services.settings.model_copy(update={"registration": rule})
    answer = await come_back(nobody, await consent(await leave(nobody), "eve@provider"))
    assert answer.status_code == status
    assert (await come_back(nobody, await consent(await leave(nobody)))).status_code == 303, "who is known comes in"


async def test_an_invitation_lets_join(nobody: Person) -> None:
    services: Services = nobody.application.state.services
    services.accounts._settings = services.settings.model_copy(update={"registration": "invited"})
    token = (await services.invitations.invite(None, Role.INSTRUCTOR)).partition("=")[2]
    assert f"invitation={token}" in await nobody.read(f"/signup?invitation={token}")
    welcome = await come_back(nobody, await consent(await leave(nobody, f"/signin/oidc?invitation={token}")))
    await nobody.send("/signin/oidc/join", ticket=read_ticket(welcome), name="iris")
    assert (await services.accounts.find("iris")).role is Role.INSTRUCTOR


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "referer": "http://dojo.test/account"},
        {"referer": "http://evil.test/"},
        {"referer": "http://dojo.test.evil.test/"},
        {},
    ],
)
async def test_no_other_page_links_an_identity(ada: Person, headers: dict[str, str]) -> None:
    """An attacker who is signed in at the provider in the victim's browser could enter the victim's account later."""
    del ada.http.headers["sec-fetch-site"]
    answer = await ada.http.get("/signin/oidc?link=1", headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (303, "/signin")
    assert "jaxdojo_provider" not in answer.cookies
    answer = await ada.http.get("/signin/oidc?link=1", headers={"referer": "http://dojo.test/account"})
    assert "jaxdojo_provider" in answer.cookies, "our own page, in a browser that says no more"


async def test_an_old_session_links_no_identity(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    services: Services = ada.application.state.services
    back = await consent(await leave(ada, "/signin/oidc?link=1"))
    with monkeypatch.context() as later:
        later.setattr(sessions, "FRESH", timedelta(0))
        own = {"accept": "text/html", "sec-fetch-site": "same-origin"}
        answer = await ada.http.get("/signin/oidc?link=1", headers=own)
        assert (answer.status_code, "Sign out and back in" in answer.text) == (409, True)
        assert (await come_back(ada, back)).status_code == 409
    assert not await services.oidc.is_linked(await services.accounts.find("ada"))


async def test_no_other_page_and_no_other_browser(ada: Person, nobody: Person) -> None:
    answer = await nobody.http.get("/signin/oidc", headers={"sec-fetch-site": "cross-site"})
    assert answer.headers["location"] == "/signin"
    back = await consent(await leave(ada))
    assert (await come_back(nobody, back)).status_code == 400, "begun elsewhere"
    await leave(nobody)
    assert (await come_back(nobody, back)).status_code == 400, "the state is another"
    assert (await come_back(nobody, "/signin/oidc/callback")).status_code == 400
    denied = parse_qs(urlsplit(await leave(nobody)).query)["state"][0]
    answer = await come_back(nobody, f"/signin/oidc/callback?error=access_denied&state={denied}")
    assert (answer.status_code, await _who(nobody)) == (400, None)


class FalseToken:
    """Replaces the provider's ID token with another one."""

    def __init__(self, issuer: str, nonce: str) -> None:
        now = int(time.time())
        self.claims: dict[str, Any] = {"iss": issuer, "sub": "ada@provider", "aud": "dojo", "nonce": nonce}
        self.claims |= {"iat": now, "exp": now + 300}
        self.header: dict[str, Any] = {"alg": "RS256", "kid": "theirs"}

    def sign(self) -> str:
        return jwt.encode(self.header, self.claims, ATTACKER)


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ({}, True),
        ({"nonce": "another"}, False),
        ({"nonce": None}, False),
        ({"iss": "http://localhost:1"}, False),
        ({"aud": "another-client"}, False),
        ({"aud": ["dojo", "another-client"]}, False),
        ({"exp": 1_700_000_000, "iat": 1_699_999_000}, False),
        ({"exp": None}, False),
        ({"iat": 4_000_000_000}, False),
        ({"sub": None}, False),
        ({"sub": ""}, False),
        ({"sub": "x" * 256}, False),
        ({"at_hash": "made-up"}, False),
    ],
)
async def test_what_an_id_token_must_say(
    settings: Settings,
    issuer: str,
    change: dict[str, Any],
    good: bool,  # noqa: FBT001
) -> None:
    made = FalseToken(issuer, "the-nonce")
    made.claims = {name: value for name, value in (made.claims | change).items() if value is not None}
    provider = Provider(settings)
    keys = dict(KeySet([ATTACKER]).as_dict(private=False))
    reading = provider._read({"id_token": made.sign(), "access_token": "any"}, keys, "the-nonce")
    if good:
        assert (await reading)["sub"] == "ada@provider"
    else:
        with pytest.raises(_DISTRUSTED):
            await reading


@pytest.mark.parametrize("forgery", ["another key", "unknown key", "unsigned", "symmetric", "no token", "changed"])
async def test_forged_tokens(settings: Settings, issuer: str, forgery: str) -> None:
    provider = Provider(settings)
    _metadata, keys = await provider._learn()
    made = FalseToken(issuer, "n")
    if forgery == "another key":
        made.header["kid"] = keys["keys"][0].get("kid")
    token = made.sign()
    if forgery == "unsigned":
        token = "eyJhbGciOiJub25lIn0." + token.split(".")[1] + "."
    if forgery == "symmetric":
        token = jwt.encode({"alg": "HS256"}, made.claims, OctKey.import_key("a-secret-of-the-provider-00000000"))
    if forgery == "changed":
        head, body, signature = token.split(".")
        keys = dict(KeySet([ATTACKER]).as_dict(private=False))
        token = f"{head}.{body[:-2]}{'AA' if body[-2:] != 'AA' else 'BB'}.{signature}"
    answer = {} if forgery == "no token" else {"id_token": token}
    with pytest.raises(_DISTRUSTED):
        await provider._read(answer, keys, "n")


async def test_a_token_is_only_believed_with_the_flows_nonce(nobody: Person, issuer: str) -> None:
    services: Services = nobody.application.state.services
    redirect = "http://dojo.test/signin/oidc/callback"
    address, flow = await services.oidc.provider.begin(redirect)
    answer = {name: values[0] for name, values in parse_qs(urlsplit(await consent(address)).query).items()}
    with pytest.raises(ProviderError):
        await services.oidc.provider.finish(Flow(flow.state, "another", flow.verifier), redirect, answer)
    with pytest.raises(ProviderError):
        await services.oidc.provider.finish(flow, redirect, answer)  # The code was already used.


async def test_a_provider_that_is_away_or_another(settings: Settings) -> None:
    for issuer in ("http://localhost:9", f"{settings.oidc_issuer}/"):
        provider = Provider(settings.model_copy(update={"oidc_issuer": issuer}))
        with pytest.raises(ProviderError):
            await provider.begin("http://dojo.test/signin/oidc/callback")


async def test_many_sign_ins_ask_a_provider_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[str] = []

    async def fail(_client: httpx.AsyncClient, address: str) -> dict[str, Any]:
        requests.append(address)
        await asyncio.sleep(0)
        raise httpx.ConnectError("refused")

    monkeypatch.setattr(module, "_fetch", fail)
    provider = Provider(settings)

    async def begin() -> None:
        with pytest.raises(ProviderError, match="can't be reached"):
            await provider.begin("http://dojo.test/signin/oidc/callback")

    await asyncio.gather(*(begin() for _ in range(10)))
    await begin()
    assert len(requests) == 1
    monkeypatch.setattr(module, "AGAIN_S", 0.0)
    await begin()
    assert len(requests) == 2, "a failure isn't remembered for ever"


BROKEN: list[tuple[str, str | None]] = [(one, None) for one in module.ENDPOINTS]
BROKEN += [("authorization_endpoint", one) for one in ("http://[", "https://p/?a=\ud800")]


@pytest.mark.parametrize(("name", "address"), BROKEN)
async def test_a_provider_that_lacks_an_endpoint(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, name: str, address: str | None
) -> None:
    described: dict[str, Any] = {"issuer": settings.oidc_issuer, "jwks_uri": "x", "keys": []}
    described |= {**dict.fromkeys(module.ENDPOINTS, "x"), name: address}

    async def answer(_client: httpx.AsyncClient, _address: str) -> dict[str, Any]:
        return described

    monkeypatch.setattr(module, "_fetch", answer)
    with pytest.raises(ProviderError, match="can't be reached"):
        await Provider(settings).begin("http://dojo.test/signin/oidc/callback")


async def test_a_provider_changes_its_keys(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    provider, redirect = Provider(settings), "http://dojo.test/signin/oidc/callback"

    async def sign_in() -> str:
        address, flow = await provider.begin(redirect)
        answer = {name: values[0] for name, values in parse_qs(urlsplit(await consent(address)).query).items()}
        assert provider._known is not None
        until, metadata, _keys = provider._known
        provider._known = (until, metadata, ATTACKER_KEYS)
        return (await provider.finish(flow, redirect, answer)).subject

    with pytest.raises(ProviderError, match="couldn't be verified"):
        await sign_in()  # The keys have just been read.
    monkeypatch.setattr(module, "AGAIN_S", -1.0)
    assert await sign_in() == "ada@provider"


async def test_a_provider_that_goes_away_meanwhile(settings: Settings) -> None:
    provider, redirect = Provider(settings), "http://dojo.test/signin/oidc/callback"
    address, flow = await provider.begin(redirect)
    answer = {name: values[0] for name, values in parse_qs(urlsplit(await consent(address)).query).items()}
    assert provider._known is not None
    until, metadata, keys = provider._known
    provider._known = (until, metadata | {"token_endpoint": "http://localhost:9/token"}, keys)
    with pytest.raises(ProviderError, match="can't be reached"):
        await provider.finish(flow, redirect, answer)


async def test_the_providers_secret_is_shown_nowhere(settings: Settings) -> None:
    assert "a-secret-of-the-provider" not in f"{settings!r} {settings} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    "content", [b"[" * 15_000, b"{}", b"\xff", b"[]", b"1"], ids=["deep", "empty", "bytes", "list", "number"]
)
async def test_a_cookie_that_is_not_ours_is_refused(nobody: Person, content: bytes) -> None:
    cookie = base64.urlsafe_b64encode(content).decode()
    headers = {"accept": "text/html", "cookie": f"jaxdojo_provider={cookie}"}
    answer = await nobody.http.get("/signin/oidc/callback?state=a&code=b", headers=headers)
    assert answer.status_code in range(400, 500)
    assert "Start again" in answer.text


async def test_certificates_are_read_once_and_not_on_the_loop(
    nobody: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading them takes 30 ms, and anybody can begin any number of sign-ins."""
    threads = []
    make = ssl.create_default_context

    def count(*given: Any, **options: Any) -> ssl.SSLContext:  # noqa: ANN401 - the standard library's
        threads.append(threading.current_thread())
        return make(*given, **options)

    monkeypatch.setattr(ssl, "create_default_context", count)
    for _ in range(3):
        await leave(nobody)
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()
