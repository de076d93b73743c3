"""LTI launches: a valid one, and forged ones, each refused with its own reason."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from joserfc.jwk import RSAKey

from app.db.models import LtiIdentity, LtiLogin, now
from app.domains.lti import launches, outgoing, platform_keys
from app.domains.lti.errors import Refusal
from tests.integration.app.conftest import Person, make_person
from tests.integration.app.lti import FOREIGN, SITE, add, arrive, begin, launch, read_ticket, send
from tests.integration.app.test_accounts import _who
from tests.lti_other_platform import OtherPlatform
from tests.lti_platform import CLAIM, DEEP, KEYS, ROLES, Platform, run_platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services

ATTACKER = RSAKey.generate_key(2048, {"kid": "key-1"})


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"webhook_hosts": "127.0.0.1"})


@pytest.fixture(params=[Platform, OtherPlatform])
async def platform(application: FastAPI, request: pytest.FixtureRequest) -> AsyncIterator[Platform]:
    async with run_platform(request.param) as running:
        await add(application.state.services, running)
        yield running


async def test_a_newcomer_makes_an_account_and_comes_again(platform: Platform, nobody: Person) -> None:
    path = await arrive(nobody, platform, "ada")
    assert path.startswith("/lti/contexts/")
    assert await _who(nobody) == "ada"
    await nobody.send("/signout")
    answer = await launch(nobody, platform)
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    assert await _who(nobody) == "ada"
    assert "Your teachers haven" in await nobody.read(path)


async def test_who_is_signed_in_is_asked_before_anything_is_linked(platform: Platform, ada: Person) -> None:
    page = await launch(ada, platform, email="ada@example.org")
    assert "Continue as ada" in page.text
    services: Services = ada.application.state.services
    assert not await services.database.read(lambda session: session.query(LtiIdentity).count())
    answer = await ada.send("/lti/link", ticket=read_ticket(page))
    assert answer.status_code == 303
    assert await services.database.read(lambda session: session.query(LtiIdentity).count()) == 1
    assert (await ada.send("/lti/link", ticket=read_ticket(page))).status_code == 404, "a ticket works once"


async def test_an_address_alone_links_nobody(platform: Platform, ada: Person, nobody: Person) -> None:
    services: Services = ada.application.state.services
    me = await services.accounts.find("ada")
    from app.domains.accounts import repository  # noqa: PLC0415 - for this test alone

    await services.database.write(lambda session: repository.change_email(session, me.id, "ada@example.org"))
    page = await launch(nobody, platform, email="ada@example.org", name="ada", preferred_username="ada")
    assert "Create my account" in page.text
    assert await _who(nobody) is None


async def test_another_browser_gets_nothing_from_a_launch(platform: Platform, nobody: Person) -> None:
    begun = await begin(nobody, platform)
    answer = await send(nobody, begun.state, platform.sign(platform.claim(begun.nonce, SITE)))
    other = make_person(nobody.application)
    async with other.http:
        refused = await other.http.get(answer.headers["location"], headers=FOREIGN)
        assert (refused.status_code, refused.headers["x-launch-refused"]) == (400, "browser")
        await begin(other, platform)  # Now it has its own secret.
        refused = await other.http.get(answer.headers["location"], headers=FOREIGN)
        assert refused.headers["x-launch-refused"] == "browser"
        ticket = answer.headers["location"].partition("ticket=")[2]
        refused = await other.http.post("/lti/continue", data={"ticket": ticket, "secret": "x" * 43})
        assert refused.headers["x-launch-refused"] == "browser"
        refused = await other.send("/lti/join", ticket=ticket, name="eve")
        assert refused.headers["x-launch-refused"] == "browser"
        assert await _who(other) is None


async def test_two_accounts_cant_have_one_identity(platform: Platform, ada: Person, nobody: Person) -> None:
    await arrive(nobody, platform, "bob")
    page = await launch(ada, platform)
    assert page.status_code == 303
    assert await _who(ada) == "bob", "it is bob who came"


def _join(header: dict[str, Any], claims: dict[str, Any]) -> str:
    parts = (base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in (header, claims))
    return ".".join(parts)


def _unsigned(platform: Platform, claims: dict[str, Any]) -> str:
    return _join({"alg": "none", "kid": platform.keys[0].kid}, claims) + "."


def _confuse(platform: Platform, claims: dict[str, Any]) -> str:
    """Sign with the public key as if it were a shared secret."""
    text = _join({"alg": "HS256", "kid": platform.keys[0].kid}, claims)
    digest = hmac.digest(platform.keys[0].as_pem(private=False), text.encode(), hashlib.sha256)
    return f"{text}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def change(name: str, value: object, prefix: str = CLAIM) -> Callable[[Platform, dict[str, Any]], str]:
    """Return a function that signs a launch with one claim changed or omitted."""

    def sign(platform: Platform, claims: dict[str, Any]) -> str:
        changed = {**claims, prefix + name: value}
        return platform.sign({one: given for one, given in changed.items() if given is not None})

    return sign


def later(name: str, seconds: int) -> Callable[[Platform, dict[str, Any]], str]:
    return lambda platform, claims: platform.sign({**claims, name: int(time.time()) + seconds})


def old(platform: Platform, claims: dict[str, Any]) -> str:
    return platform.sign({**claims, "iat": int(time.time()) - 7200})


FORGED: dict[str, tuple[Refusal, Callable[[Platform, dict[str, Any]], str]]] = {
    "no token": (Refusal.TOKEN_MISSING, lambda _platform, _claims: ""),
    "no three parts": (Refusal.TOKEN_MALFORMED, lambda _platform, _claims: "a.b"),
    "a header that is no JSON": (Refusal.TOKEN_MALFORMED, lambda _platform, _claims: "!!.b.c"),
    "a header that is a list": (Refusal.TOKEN_MALFORMED, lambda _platform, _claims: "W10.b.c"),
    "an endless token": (
        Refusal.TOKEN_MALFORMED,
        lambda platform, claims: platform.sign({**claims, "x": "a" * 70_000}),
    ),
    "alg none": (Refusal.ALGORITHM, _unsigned),
    "HS256 with the public key": (Refusal.ALGORITHM, _confuse),
    "no kid": (Refusal.KEY_MISSING, lambda platform, claims: platform.sign(claims, kid=None)),
    "unknown kid": (
        Refusal.KEY_UNKNOWN,
        lambda platform, claims: platform.sign(claims, ATTACKER, kid="elsewhere"),
    ),
    "swapped keys": (Refusal.SIGNATURE, lambda platform, claims: platform.sign(claims, ATTACKER)),
    "another of its keys": (Refusal.SIGNATURE, lambda platform, claims: platform.sign(claims, KEYS[1])),
    "changed after signing": (
        Refusal.SIGNATURE,
        lambda platform, claims: ".".join(
            [
                platform.sign(claims).split(".")[0],
                platform.sign({**claims, "sub": "person-2"}).split(".")[1],
                platform.sign(claims).split(".")[2],
            ]
        ),
    ),
    "cut signature": (Refusal.SIGNATURE, lambda platform, claims: platform.sign(claims)[:-8]),
    "other issuer": (Refusal.ISSUER, change("iss", "https://other.example", "")),
    "no issuer": (Refusal.ISSUER, change("iss", None, "")),
    "wrong audience": (Refusal.AUDIENCE, change("aud", "other-client", "")),
    "no audience": (Refusal.AUDIENCE, change("aud", None, "")),
    "a list without us": (Refusal.AUDIENCE, change("aud", ["other-client"], "")),
    "several and no azp": (
        Refusal.AUTHORIZED_PARTY,
        lambda platform, claims: platform.sign(
            {name: value for name, value in claims.items() if name != "azp"} | {"aud": ["dojo-client", "other"]}
        ),
    ),
    "another azp": (Refusal.AUTHORIZED_PARTY, change("azp", "other", "")),
    "no exp": (Refusal.TIMES_MISSING, change("exp", None, "")),
    "no iat": (Refusal.TIMES_MISSING, change("iat", None, "")),
    "exp that is no time": (Refusal.TIMES_MISSING, change("exp", "for ever", "")),
    "exp that is no number": (Refusal.TIMES_MISSING, change("exp", [1], "")),
    "expired": (Refusal.EXPIRED, later("exp", -3600)),
    "future iat": (Refusal.FUTURE, later("iat", 3600)),
    "nbf later": (Refusal.FUTURE, later("nbf", 3600)),
    "made long ago, valid for ever": (Refusal.TOO_OLD, old),
    "another nonce": (Refusal.NONCE, change("nonce", "another", "")),
    "no nonce": (Refusal.NONCE, change("nonce", None, "")),
    "no deployment": (Refusal.DEPLOYMENT_MISSING, change("deployment_id", None)),
    "other deployment": (Refusal.DEPLOYMENT_UNKNOWN, change("deployment_id", "2")),
    "wrong version": (Refusal.VERSION, change("version", "1.1")),
    "no version": (Refusal.VERSION, change("version", None)),
    "another message": (Refusal.MESSAGE_TYPE, change("message_type", "LtiStartProctoring")),
    "a message type that is no text": (Refusal.MESSAGE_TYPE, change("message_type", [])),
    "no message type": (Refusal.MESSAGE_TYPE, change("message_type", None)),
    "no target": (Refusal.TARGET_MISSING, change("target_link_uri", None)),
    "foreign redirect": (Refusal.TARGET_FOREIGN, change("target_link_uri", "https://evil.example/lti/launch")),
    "a redirect that looks like ours": (
        Refusal.TARGET_FOREIGN,
        change("target_link_uri", "http://dojo.test@evil.example/lti/launch"),
    ),
    "a script as target": (Refusal.TARGET_FOREIGN, change("target_link_uri", "javascript:alert(1)")),
    "no subject": (Refusal.SUBJECT, change("sub", None, "")),
    "an endless subject": (Refusal.SUBJECT, change("sub", "s" * 256, "")),
    "no roles": (Refusal.ROLES, change("roles", None)),
    "roles that are no list": (Refusal.ROLES, change("roles", "Instructor")),
    "a test student": (
        Refusal.TEST_USER,
        change("roles", [f"{ROLES}Learner", "http://purl.imsglobal.org/vocab/lti/system/person#TestUser"]),
    ),
    "no resource link": (Refusal.RESOURCE_LINK, change("resource_link", None)),
    "no context": (Refusal.CONTEXT, change("context", None)),
    "a choice without a way back": (Refusal.DEEP_LINKING, change("message_type", "LtiDeepLinkingRequest")),
    "a choice sent to a script": (
        Refusal.DEEP_LINKING,
        lambda platform, claims: platform.sign(
            {
                **claims,
                f"{CLAIM}message_type": "LtiDeepLinkingRequest",
                f"{DEEP}deep_linking_settings": {
                    "deep_link_return_url": "javascript:alert(1)",
                    "accept_types": ["ltiResourceLink"],
                },
            }
        ),
    ),
    "a choice that closes the policy": (
        Refusal.DEEP_LINKING,
        lambda platform, claims: platform.sign(
            {
                **claims,
                f"{CLAIM}message_type": "LtiDeepLinkingRequest",
                f"{DEEP}deep_linking_settings": {
                    "deep_link_return_url": "https://lms.example;script-src */x",
                    "accept_types": ["ltiResourceLink"],
                },
            }
        ),
    ),
}


async def test_each_forged_launch_is_refused_with_its_reason(platform: Platform, nobody: Person) -> None:
    wrong = []
    for name, (reason, forge) in FORGED.items():
        begun = await begin(nobody, platform)
        answer = await send(nobody, begun.state, forge(platform, platform.claim(begun.nonce, SITE)))
        given = answer.headers.get("x-launch-refused", "taken")
        if (answer.status_code, given) != (400, reason.value) or f"<code>{reason.value}</code>" not in answer.text:
            wrong.append(f"{name}: {given} instead of {reason.value}")
        assert "jaxdojo_session" not in answer.headers.get("set-cookie", "")
    assert not wrong, "\n".join(wrong)
    assert len(FORGED) >= 30
    services: Services = nobody.application.state.services
    assert await _who(nobody) is None
    assert not await services.database.read(lambda session: session.query(LtiIdentity).count())


async def test_a_state_works_once_and_not_for_ever(platform: Platform, nobody: Person) -> None:
    begun = await begin(nobody, platform)
    token = platform.sign(platform.claim(begun.nonce, SITE))
    assert (await send(nobody, begun.state, token)).status_code == 303
    replayed = await send(nobody, begun.state, token)
    assert replayed.headers["x-launch-refused"] == "state_used"
    other = await begin(nobody, platform)
    assert (await send(nobody, other.state, token)).headers["x-launch-refused"] == "nonce", "a replayed nonce"
    assert (await send(nobody, other.state, token)).headers["x-launch-refused"] == "state_used", "also after a failure"
    assert (await send(nobody, "", token)).headers["x-launch-refused"] == "state_missing"
    assert (await send(nobody, "made-up", token)).headers["x-launch-refused"] == "state_unknown"
    late = await begin(nobody, platform)
    services: Services = nobody.application.state.services
    past = now() + launches.KEPT - launches.LOGIN_LASTS - timedelta(seconds=1)
    await services.database.write(
        lambda session: session.query(LtiLogin).filter(LtiLogin.used_at.is_(None)).update({"expires_at": past})
    )
    token = platform.sign(platform.claim(late.nonce, SITE))
    assert (await send(nobody, late.state, token)).headers["x-launch-refused"] == "state_expired"


async def test_many_launches_of_a_stranger_keep_nobody_out(
    platform: Platform, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launches, "MAX_LOGINS", 3)
    oldest = await begin(nobody, platform)
    begun = [await begin(nobody, platform) for _ in range(4)]
    services: Services = nobody.application.state.services
    assert await services.database.read(lambda session: session.query(LtiLogin).count()) == 3
    for one, status in ((oldest, 400), (begun[0], 400), (begun[1], 303), (begun[-1], 303)):
        answer = await send(nobody, one.state, platform.sign(platform.claim(one.nonce, SITE)))
        assert answer.status_code == status, answer.text


async def test_the_beginning_is_checked_too(platform: Platform, nobody: Person) -> None:
    good = {"iss": platform.issuer, "login_hint": "h", "target_link_uri": f"{SITE}/lti/launch"}
    for changes, reason in (
        ({"iss": "https://elsewhere.example"}, "platform_unknown"),
        ({"client_id": "another"}, "platform_unknown"),
        ({"login_hint": ""}, "login_incomplete"),
        ({"target_link_uri": ""}, "login_incomplete"),
        ({"target_link_uri": "https://evil.example/"}, "login_target"),
        ({"target_link_uri": "//evil.example/"}, "login_target"),
    ):
        for way in ("GET", "POST"):
            given = {"params" if way == "GET" else "data": good | changes}
            answer = await nobody.http.request(way, "/lti/login", headers=FOREIGN, **given)  # type: ignore[arg-type]
            assert (answer.status_code, answer.headers["x-launch-refused"]) == (400, reason), changes
    answer = await nobody.http.post("/lti/login", data=good, headers=FOREIGN)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{platform.url}/auth?")


async def test_a_platforms_refusal_and_silence_are_told(platform: Platform, nobody: Person) -> None:
    begun = await begin(nobody, platform)
    data = {"state": begun.state, "error": "login_required"}
    answer = await nobody.http.post("/lti/launch", data=data, headers=FOREIGN)
    assert answer.headers["x-launch-refused"] == "platform_refused"
    services: Services = nobody.application.state.services
    [known] = await services.lti.platforms.list_platforms()
    await services.lti.platforms.remove(known.id)
    await add(services, platform, jwks_url=f"{platform.url}/nowhere")
    begun = await begin(nobody, platform)
    answer = await send(nobody, begun.state, platform.sign(platform.claim(begun.nonce, SITE)))
    assert answer.headers["x-launch-refused"] == "platform_silent"


@pytest.mark.parametrize(("keys", "reason"), [("nowhere", "platform_silent"), ("jwks", "key_unknown")])
async def test_many_launches_ask_a_platform_for_its_keys_once(
    platform: Platform, nobody: Person, monkeypatch: pytest.MonkeyPatch, keys: str, reason: str
) -> None:
    services: Services = nobody.application.state.services
    [known] = await services.lti.platforms.list_platforms()
    await services.lti.platforms.remove(known.id)
    await add(services, platform, jwks_url=f"{platform.url}/{keys}")

    async def forge() -> str:
        begun = await begin(nobody, platform)
        token = platform.sign(platform.claim(begun.nonce, SITE), ATTACKER, kid="invented")
        return (await send(nobody, begun.state, token)).headers["x-launch-refused"]

    assert {await forge(), *await asyncio.gather(*(forge() for _ in range(10)))} == {reason}
    assert [path for _method, path, _fields, _body in platform.requests] == [f"/{keys}"]
    monkeypatch.setattr(platform_keys, "AGAIN_S", 0.0)
    assert await forge() == reason
    assert len(platform.requests) == 2, "a failure isn't remembered for ever"


async def test_nobody_who_launches_waits_for_a_platforms_other_services(
    platform: Platform, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform that never answers may keep all connections for scores and lists."""
    services: Services = nobody.application.state.services
    monkeypatch.setattr(outgoing, "TIMEOUT_S", 120.0)
    hangs, hanging = asyncio.Event(), asyncio.Semaphore(0)

    async def hang(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hanging.release()
        await hangs.wait()
        writer.close()

    server = await asyncio.start_server(hang, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    asked = [asyncio.create_task(services.lti.outgoing.ask("GET", address)) for _ in range(outgoing.MAX_PARALLEL)]
    async with asyncio.timeout(60):
        for _ in asked:
            await hanging.acquire()
    await arrive(nobody, platform, "ada")
    assert not any(one.done() for one in asked)
    hangs.set()
    await asyncio.gather(*asked, return_exceptions=True)
    server.close()


async def test_a_failed_request_takes_no_known_key_away(
    platform: Platform, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await arrive(nobody, platform, "ada")
    monkeypatch.setattr(platform_keys, "AGAIN_S", -1.0)
    monkeypatch.setattr(platform, "_answer", lambda *_: (503, {}, ""))
    begun = await begin(nobody, platform)
    token = platform.sign(platform.claim(begun.nonce, SITE), ATTACKER, kid="invented")
    assert (await send(nobody, begun.state, token)).headers["x-launch-refused"] == "platform_silent"
    assert (await launch(nobody, platform)).status_code == 303


async def test_a_platform_changes_its_keys(platform: Platform, nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform_keys, "AGAIN_S", -1.0)
    await arrive(nobody, platform, "ada")
    platform.keys = [KEYS[1], KEYS[0]]
    assert (await launch(nobody, platform)).status_code == 303
    asked = [path for _method, path, _fields, _body in platform.requests]
    assert asked == ["/jwks", "/jwks"]
    assert (await launch(nobody, platform)).status_code == 303
    assert len(platform.requests) == 2, "known keys are kept"
