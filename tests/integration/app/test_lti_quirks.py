"""LTI launches as real platforms make them: quirks of Moodle, Canvas and Blackboard, frames, and who may join."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from joserfc.jwk import RSAKey

from app.domains.lti.errors import Refusal, explain
from tests.integration.app.lti import FOREIGN, SITE, add, arrive, begin, launch, read_ticket, send
from tests.lti_other_platform import OtherPlatform
from tests.lti_platform import AGS, CLAIM, ROLES, Platform, run_platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import Person

ATTACKER = RSAKey.generate_key(2048, {"kid": "key-1"})


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"webhook_hosts": "127.0.0.1"})


@pytest.fixture(params=[Platform, OtherPlatform])
async def platform(application: FastAPI, request: pytest.FixtureRequest) -> AsyncIterator[Platform]:
    async with run_platform(request.param) as running:
        await add(application.state.services, running)
        yield running


async def test_platforms_with_one_issuer_are_told_apart(platform: Platform, nobody: Person) -> None:
    """In Canvas, all schools share one issuer. What one school signs must not authenticate a user of another."""
    services: Services = nobody.application.state.services
    await arrive(nobody, platform, "ada")
    await nobody.send("/signout")
    async with run_platform() as other:
        other.client_id, other.keys = "other-client", [ATTACKER]
        await add(services, other)
        answer = await nobody.http.get(
            "/lti/login",
            params={"iss": platform.issuer, "login_hint": "h", "target_link_uri": f"{SITE}/lti/launch"},
            headers=FOREIGN,
        )
        assert answer.headers["x-launch-refused"] == "platform_ambiguous"
        page = await launch(nobody, other)
        assert "Create my account" in page.text, "the same person's id of another platform is somebody else"
        begun = await begin(nobody, platform)
        forged = other.sign(platform.claim(begun.nonce, SITE), kid="key-1")
        assert (await send(nobody, begun.state, forged)).headers["x-launch-refused"] == "signature"


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"aud": ["dojo-client"]}, id="Canvas: audience list"),
        pytest.param({"aud": ["dojo-client", "x"], "azp": "dojo-client"}, id="Canvas: azp"),
        pytest.param({"name": None, "family_name": "Lovelace"}, id="Moodle: no given name"),
        pytest.param({"name": None}, id="Moodle: names and address hidden"),
        pytest.param({f"{CLAIM}context": {"id": 4711, "title": "JAX"}}, id="Blackboard: numeric id"),
        pytest.param(
            lambda: {"iat": time.time() - 5.5, "exp": str(int(time.time()) + 3000)}, id="Blackboard: kinds of numbers"
        ),
        pytest.param({f"{AGS}claim/endpoint": {"lineitem": "http://127.0.0.1/x?y=1"}}, id="scopes missing"),
        pytest.param({f"{AGS}claim/endpoint": None, f"{CLAIM}custom": None}, id="no services"),
        pytest.param({f"{CLAIM}roles": []}, id="no role"),
        pytest.param({f"{CLAIM}roles": ["Learner"]}, id="short role"),
        pytest.param(lambda: {"exp": int(time.time()) + 86400 * 365}, id="long validity"),
    ],
)
async def test_quirks_of_platforms_are_taken(
    platform: Platform, nobody: Person, changes: dict[str, Any] | Callable[[], dict[str, Any]]
) -> None:
    claims = changes() if callable(changes) else changes
    assert (await arrive(nobody, platform, "ada", **claims)).startswith("/lti/contexts/")


async def test_services_at_inner_addresses_are_left_out(platform: Platform, nobody: Person) -> None:
    from app.db.models import LtiContext  # noqa: PLC0415 - for this test alone

    endpoint = {"scope": [f"{AGS}scope/score"], "lineitems": "https://10.0.0.1/items", "lineitem": "ftp://x/"}
    await arrive(nobody, platform, "ada", **{f"{AGS}claim/endpoint": endpoint})
    services: Services = nobody.application.state.services
    row = await services.database.read(lambda session: session.query(LtiContext).one())
    assert (row.items_url, row.may_score) == ("", True)


async def test_a_frame_without_cookies_opens_a_tab(platform: Platform, nobody: Person) -> None:
    given = {"iss": platform.issuer, "login_hint": "h", "target_link_uri": f"{SITE}/lti/launch"}
    framed = {**FOREIGN, "sec-fetch-dest": "iframe"}
    answer = await nobody.http.get("/lti/login", params=given, headers=framed)
    assert (answer.status_code, 'target="_blank"' in answer.text) == (200, True)
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers
    assert "cross-origin-opener-policy" not in answer.headers, "a window would lose the platform that opened it"
    assert "set-cookie" not in answer.headers
    answer = await nobody.http.get("/lti/login", params={**given, "lti_storage_target": "_parent"}, headers=framed)
    assert 'data-storage="_parent"' in answer.text
    value = answer.text.partition('data-value="')[2].partition('"')[0]
    address = answer.text.partition('data-next="')[2].partition('"')[0].replace("&amp;", "&")
    asked = dict(part.split("=", 1) for part in address.partition("?")[2].split("&"))
    answer = await send(nobody, asked["state"], platform.sign(platform.claim(asked["nonce"], SITE)))
    assert (answer.status_code, "data-get" in answer.text) == (200, True)
    answer = await nobody.http.post("/lti/continue", data={"ticket": read_ticket(answer), "secret": value})
    assert answer.status_code == 303
    page = await nobody.http.get(answer.headers["location"])
    assert "Create my account" in page.text
    home = await nobody.http.get("/")
    assert home.headers["x-frame-options"] == "DENY", "no other page is for frames"


@pytest.mark.parametrize(
    ("rule", "admits", "status"),
    [("closed", True, 403), ("invited", True, 303), ("invited", False, 403), ("open", False, 303)],
)
async def test_newcomers_join_by_the_rules(
    platform: Platform,
    nobody: Person,
    rule: str,
    admits: bool,  # noqa: FBT001 - a parameter of the test
    status: int,
) -> None:
    services: Services = nobody.application.state.services
    [known] = await services.lti.platforms.list_platforms()
    await services.lti.platforms.remove(known.id)
    await add(services, platform, admits=admits)
    for part in (services.lti.launches, services.accounts):
        part._settings = part._settings.model_copy(update={"registration": rule})
    page = await launch(nobody, platform)
    assert ("Create my account" in page.text) == (status == 303)
    location = page.request.url.params["ticket"]
    answer = await nobody.send("/lti/join", ticket=location, name="ada")
    assert answer.status_code == status


def test_every_reason_has_its_sentence() -> None:
    told = [explain(reason) for reason in Refusal]
    assert all(told)
    assert len(set(told)) >= len(told) - 1, "two reasons name a foreign target"


def test_roles_of_the_course_count_and_others_dont() -> None:
    from app.db.statuses import LtiRole  # noqa: PLC0415 - for this test alone
    from app.domains.lti.claims import find_role  # noqa: PLC0415 - likewise

    institution = "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"
    system = "http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator"
    assert find_role([institution, system]) is LtiRole.OTHER
    assert find_role([institution, f"{ROLES}Learner"]) is LtiRole.STUDENT
    assert find_role([f"{ROLES}Instructor", f"{ROLES}Learner"]) is LtiRole.STAFF
    assert (
        find_role(["http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant"]) is LtiRole.STAFF
    )
    kind = "http://purl.imsglobal.org/vocab/lis/v2/membership/Learner#Instructor"
    assert find_role([kind]) is find_role([f"{ROLES}Learner", kind]) is LtiRole.STUDENT, "a kind of learner"
    assert find_role([1, None, "x" * 100_000]) is LtiRole.OTHER
