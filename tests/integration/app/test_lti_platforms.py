"""Platforms: registered by themselves or by an admin, and this site's keys."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from joserfc import jwt
from joserfc.jwk import KeySet

from app.db.statuses import Role
from tests.integration.app.conftest import Person, make_instructor
from tests.integration.app.lti import SITE, add, arrive, launch, read_ticket
from tests.integration.app.test_accounts import _who
from tests.integration.app.test_courses import check
from tests.integration.app.test_lti_courses import _by_hand, platform, settings  # noqa: F401 - fixtures

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.services import Services
    from tests.lti_platform import Platform


async def test_a_platform_registers_by_itself_once(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    nobody: Person,
) -> None:
    services: Services = application.state.services
    async with make_instructor(application, "iris", Role.ADMIN) as iris:
        admin = await services.accounts.find("iris")
        link_ = await services.lti.platforms.invite(admin, SITE)
        path = link_.url.removeprefix(SITE)
        configuration = f"{platform.url}/configuration"
        page = await nobody.read(f"{path}?openid_configuration={configuration}&registration_token=t")
        assert configuration in page
        bad = await nobody.send(path, configuration="https://10.0.0.1/x", given="")
        assert (bad.status_code, "address isn" in bad.text) == (502, True)
        done = await nobody.send(path, configuration=configuration, given="t")
        assert (done.status_code, "is registered" in done.text) == (200, True)
        assert (await nobody.send(path, configuration=configuration)).status_code == 404, "once"
        [_first, added] = await services.lti.platforms.list_platforms()
        assert (added.client_id, added.deployments, added.name[:6]) == ("registered", ["9"], "moodle")
        asked = next(body for _method, path, _fields, body in platform.requests if path == "/registration")
        assert b"/lti/launch" in asked
        assert iris is not None


async def test_two_registrations_at_once_add_one_platform(
    application: FastAPI,
    platform: Platform,  # noqa: F811
) -> None:
    services: Services = application.state.services
    async with make_instructor(application, "iris", Role.ADMIN):
        invited = await services.lti.platforms.invite(await services.accounts.find("iris"), SITE)
        token = invited.url.rpartition("/")[2]
        asked = [services.lti.platforms.register(token, f"{platform.url}/configuration", "", SITE) for _ in range(2)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["PlatformView", "TicketNotFoundError"]
        assert len([path for _method, path, _fields, _body in platform.requests if path == "/registration"]) == 1


async def test_an_address_for_registration_ends_with_its_makers_rights(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    nobody: Person,
) -> None:
    """Somebody with an admin's session for a moment makes one, and no password is asked for."""
    services: Services = application.state.services
    configuration = f"{platform.url}/configuration"
    async with (
        make_instructor(application, "root", Role.ADMIN),
        make_instructor(application, "iris", Role.ADMIN) as iris,
    ):
        first, second = [
            check(await iris.http.post("/api/v1/admin/lti/registrations"), 201)["url"].partition("/lti/")[2]
            for _ in range(2)
        ]
        root = await services.accounts.find("root")
        await services.administration.disable(root, "iris")
        assert (await nobody.http.get(f"/lti/{first}?openid_configuration={configuration}")).status_code == 404
        assert (await nobody.send(f"/lti/{first}", configuration=configuration, given="")).status_code == 404
        await services.administration.enable(root, "iris")
        await services.administration.change_role(root, "iris", Role.LEARNER)
        assert (await nobody.send(f"/lti/{second}", configuration=configuration, given="")).status_code == 404
    assert len(await services.lti.platforms.list_platforms()) == 1
    assert [path for _method, path, _fields, _body in platform.requests if path == "/registration"] == []


async def test_keys_change_and_old_ones_stay(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    nobody: Person,
) -> None:
    services: Services = application.state.services
    [first] = await services.lti.keys.list_public()
    assert not set(first) & {"d", "p", "q"}
    kid = await services.lti.keys.rotate()
    both = (await nobody.http.get("/lti/jwks")).json()["keys"]
    assert [key["kid"] for key in both] == [kid, first["kid"]]
    token = await services.lti.keys.sign({"x": 1})
    assert (
        jwt.decode(token, KeySet.import_key_set({"keys": [first]}), algorithms=["RS256"]).header["kid"] == first["kid"]
    )
    assert platform.url


async def test_an_admin_adds_changes_and_removes_platforms_on_the_page(
    application: FastAPI,
    platform: Platform,  # noqa: F811
) -> None:
    async with make_instructor(application, "root", Role.ADMIN) as root:
        page = await root.read("/admin/lti")
        assert "https://lms.example" in page
        assert f"{SITE}/lti/launch" in page
        fields = {"name": "Other", "issuer": "https://o.example", "client_id": "c", "deployments": "1 2"}
        fields |= dict.fromkeys(("auth_url", "token_url", "jwks_url"), "https://o.example/x")
        wrong = await root.send("/admin/lti/platforms", **(fields | {"jwks_url": "https://127.1/x"}))
        assert (wrong.status_code, 'value="Other"' in wrong.text) == (422, True)
        wrong = await root.send("/admin/lti/platforms", **(fields | {"auth_url": "https://o.example/x#y"}))
        assert (wrong.status_code, "give a public one, with https" in wrong.text) == (422, True)
        wrong = await root.send("/admin/lti/platforms", **(fields | {"deployments": "1 1"}))
        assert (wrong.status_code, "Name each deployment once." in wrong.text) == (422, True)
        assert (await root.send("/admin/lti/platforms", **(fields | {"name": ""}))).status_code == 422
        assert (await root.send("/admin/lti/platforms", **fields)).status_code == 303
        assert (await root.send("/admin/lti/platforms", **fields)).status_code == 409
        listed = check(await root.http.get("/api/v1/admin/lti/platforms"))["platforms"]
        assert listed[1]["deployments"] == ["1", "2"]
        changed = fields | {"deployments": "2 3", "platform": listed[1]["id"]}
        assert (await root.send("/admin/lti/platforms", **changed)).status_code == 303
        listed = check(await root.http.get("/api/v1/admin/lti/platforms"))["platforms"]
        assert (listed[1]["deployments"], listed[1]["admits"]) == (["2", "3"], False)
        assert "/lti/register/" in (await root.send("/admin/lti/registrations")).text
        assert (await root.send("/admin/lti/keys")).status_code == 303
        assert (await root.send(f"/admin/lti/platforms/{listed[1]['id']}/delete")).status_code == 303
        assert len(check(await root.http.get("/api/v1/admin/lti/platforms"))["platforms"]) == 1
        inner = platform.describe(name="Inner", client_id="x", token_url="http://10.0.0.1/token")  # noqa: S106
        assert check(await root.http.post("/api/v1/admin/lti/platforms", json=inner), 422)


async def test_a_launch_of_a_removed_platform_comes_from_no_other_one(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    nobody: Person,
) -> None:
    """SQLite gives its row id to the next platform, whose people have the same ids."""
    ticket = read_ticket(await launch(nobody, platform))
    services = application.state.services
    [known] = await services.lti.platforms.list_platforms()
    await services.lti.platforms.remove(known.id)
    await add(services, platform, client_id="another")
    await nobody.send("/lti/join", ticket=ticket, name="eve")
    assert await _who(nobody) is None


async def test_a_platform_that_people_came_from_keeps_its_issuer(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    nobody: Person,
) -> None:
    """Another site gives the same ids to other people."""
    services: Services = application.state.services
    [known] = await services.lti.platforms.list_platforms()
    path, moved = f"/api/v1/admin/lti/platforms/{known.id}", platform.describe(issuer="https://other.example")
    async with make_instructor(application, "root", Role.ADMIN) as root:
        assert check(await root.http.put(path, json=moved))["issuer"] == "https://other.example"
        check(await root.http.put(path, json=platform.describe()))
        await arrive(nobody, platform, "ada")
        assert (await root.http.put(path, json=moved)).json()["code"] == "platform_in_use"
        check(await root.http.put(path, json=platform.describe(client_id="registered-again")))
    [known] = await services.lti.platforms.list_platforms()
    assert (known.issuer, known.client_id) == (platform.issuer, "registered-again")


async def test_a_refused_change_stays_in_its_form(
    application: FastAPI,
    platform: Platform,  # noqa: F811
) -> None:
    [known] = await application.state.services.lti.platforms.list_platforms()
    async with make_instructor(application, "root", Role.ADMIN) as root:
        fields = platform.describe(name="Renamed", client_id="c", jwks_url="https://127.1/x")
        fields |= {"deployments": "1", "admits": "true", "platform": known.id}
        wrong = await root.send("/admin/lti/platforms", **fields)
        assert wrong.status_code == 422
        assert f'<input id="{known.id}-name" name="name" value="Renamed"' in wrong.text
        assert '<details class="sure" open>' in wrong.text
        assert '<input id="new-name" name="name" value=""' in wrong.text
