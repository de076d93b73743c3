"""Who may join: invitations, and the link that creates the first admin."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from app.db.models import Invitation, Ticket, now
from app.db.statuses import Role
from app.domains.accounts.errors import InvitationNotFoundError, TicketNotFoundError
from app.domains.audit.schemas import AuditFilter
from app.domains.limits.throttle import Throttle
from app.kit.errors import NameTakenError, RegistrationClosedError
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_instructor, make_person
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from typing import Literal

    from fastapi import FastAPI

    from app.services import Services


ADDRESS = "192.0.2.7"


def register(application: FastAPI, rule: Literal["open", "invited", "closed"]) -> Services:
    services: Services = application.state.services
    services.accounts._settings = services.settings.model_copy(update={"registration": rule})
    return services


def read_token(path: str) -> str:
    return path.rpartition("=")[2]


@EACH_DATABASE
async def test_one_joins_by_invitation_alone_where_that_is_the_rule(nobody: Person, application: FastAPI) -> None:
    services = register(application, "invited")
    page = await nobody.read("/signup", status=403)
    assert "invitation" in page
    assert '<form method="post" action="/signup"' not in page
    path = await services.invitations.invite(None, Role.INSTRUCTOR)
    assert f'name="invitation" value="{read_token(path)}"' in await nobody.read(path)
    answer = await nobody.send("/signup", name="iris", password=PASSWORD[:5], invitation=read_token(path))
    assert answer.status_code == 422
    answer = await nobody.send("/signup", name="iris", password=PASSWORD, invitation=read_token(path))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert (await services.accounts.find("iris")).role is Role.INSTRUCTOR
    with pytest.raises(InvitationNotFoundError):
        await services.accounts.sign_up("eve", PASSWORD, read_token(path), address=ADDRESS)
    body = {"name": "eve", "password": PASSWORD, "invitation": read_token(path)}
    check_problem(await nobody.http.post("/api/v1/accounts", json=body), 404, "invitation_not_found")


async def test_an_invitation_is_used_up_only_by_those_who_come(application: FastAPI) -> None:
    services = register(application, "invited")
    token = read_token(await services.invitations.invite(None, Role.LEARNER, uses=2))
    await services.accounts.sign_up("ada", PASSWORD, token, address=ADDRESS)
    with pytest.raises(NameTakenError):
        await services.accounts.sign_up("ADA", PASSWORD, token, address=ADDRESS)
    await services.accounts.sign_up("bob", PASSWORD, token, address=ADDRESS)
    with pytest.raises(InvitationNotFoundError):
        await services.accounts.sign_up("eve", PASSWORD, token, address=ADDRESS)


async def test_closed_means_closed(application: FastAPI, nobody: Person) -> None:
    services = register(application, "closed")
    path = await services.invitations.invite(None, Role.LEARNER)
    with pytest.raises(RegistrationClosedError):
        await services.accounts.sign_up("eve", PASSWORD, read_token(path), address=ADDRESS)
    await nobody.read(path, status=403)


async def test_invitations_expire_and_can_be_taken_back(application: FastAPI) -> None:
    services = register(application, "invited")
    old = await services.invitations.invite(None, Role.LEARNER)
    expired = update(Invitation).values(expires_at=now() - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(expired))
    with pytest.raises(InvitationNotFoundError):
        await services.accounts.sign_up("eve", PASSWORD, read_token(old), address=ADDRESS)
    async with make_instructor(application_open(application), "iris") as iris:
        answer = await iris.send("/invitations", role="learner", uses="3", days="2")
        token = re.findall(r"/signup\?invitation=([\w-]+)\"", answer.text)[0]
        assert token not in await iris.read("/invitations"), "it is shown once"
        stored = await services.database.read(lambda session: session.scalars(select(Invitation.token_hash)).all())
        assert token not in stored
        made = (await services.invitations.list_open(await services.accounts.find("iris")))[0]
        assert (made.uses, made.used, made.made_by) == (3, 0, "iris")
        async with make_instructor(application, "otto") as otto:
            assert made.id not in await otto.read("/invitations")
            assert (await otto.send(f"/invitations/{made.id}/revoke")).status_code == 404
        assert (await iris.send(f"/invitations/{made.id}/revoke")).status_code == 303
    with pytest.raises(InvitationNotFoundError):
        await services.accounts.sign_up("eve", PASSWORD, token, address=ADDRESS)


def application_open(application: FastAPI) -> FastAPI:
    register(application, "open")
    return application


@pytest.mark.parametrize(
    ("role", "fields", "status"),
    [
        (Role.LEARNER, {"role": "learner"}, 403),
        (Role.INSTRUCTOR, {"role": "instructor"}, 403),
        (Role.INSTRUCTOR, {"role": "learner", "uses": "0"}, 422),
        (Role.INSTRUCTOR, {"role": "learner", "days": "366"}, 422),
        (Role.ADMIN, {"role": "admin"}, 200),
    ],
)
async def test_who_may_invite_whom(application: FastAPI, role: Role, fields: dict[str, str], status: int) -> None:
    async with make_instructor(application, "iris", role) as iris:
        assert (await iris.send("/invitations", **fields)).status_code == status


async def test_the_first_admin_comes_by_a_link_that_works_once(nobody: Person, application: FastAPI) -> None:
    services: Services = application.state.services
    assert not await services.invitations.has_admin()
    path, other = await services.invitations.make_admin_link(), await services.invitations.make_admin_link()
    assert "works once" in await nobody.read(path)
    assert (await nobody.send("/setup", token=read_token(path), name="a b", password=PASSWORD)).status_code == 422
    answer = await nobody.send("/setup", token=read_token(path), name="root", password=PASSWORD)
    assert answer.status_code == 303
    assert (await services.accounts.find("root")).role is Role.ADMIN
    assert await services.invitations.has_admin()
    for used in (path, other, "/setup", "/setup?token=nonsense"):
        await nobody.read(used, status=404)
        with pytest.raises(TicketNotFoundError):
            await services.accounts.add_admin(read_token(used), "eve", PASSWORD)


async def test_who_joins_is_signed_in_though_too_many_passwords_were_tried(
    nobody: Person, application: FastAPI
) -> None:
    """Everybody at an address shares its tries, and a new account needs none."""
    services: Services = application.state.services
    services.sessions._throttle = Throttle("password", per_address=1)
    path = await services.invitations.make_admin_link()
    guess = {"name": "eve", "password": PASSWORD}
    statuses = [(await nobody.http.post("/api/v1/session", json=guess)).status_code for _ in range(2)]
    assert statuses == [401, 429]
    for address, fields in (("/signup", {"name": "ada"}), ("/setup", {"name": "root", "token": read_token(path)})):
        answer = await nobody.send(address, password=PASSWORD, **fields)
        assert answer.status_code == 303, address
        assert (await nobody.http.get("/api/v1/session")).json()["account"]["name"] == fields["name"]


async def test_a_link_for_an_admin_ends_when_there_is_one_and_after_a_day(application: FastAPI) -> None:
    services: Services = application.state.services
    first = await services.invitations.make_admin_link()
    await services.accounts.add_user("root", PASSWORD, Role.LEARNER)
    await services.accounts.change_role("root", Role.ADMIN)
    second = await services.invitations.make_admin_link()
    expired = update(Ticket).values(expires_at=now() - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(expired))
    for path in (first, second):
        with pytest.raises(TicketNotFoundError):
            await services.invitations.check_admin_link(read_token(path))


async def test_a_token_for_programs_opens_no_page_of_accounts(application: FastAPI) -> None:
    services: Services = application.state.services
    await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    token = await services.tokens.make(await services.accounts.find("root"))
    program = make_person(application, authorization=f"Bearer {token}")
    async with program.http:
        for path in ("/invitations", "/account/password", "/account/sessions/end"):
            assert (await program.send(path)).status_code == 401, path


async def test_an_invitation_is_as_good_as_its_maker(application: FastAPI) -> None:
    services: Services = application.state.services
    maker = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    await services.accounts.add_user("other", PASSWORD, Role.ADMIN)
    paths = [await services.invitations.invite(maker, role) for role in (Role.ADMIN, Role.LEARNER)]
    await services.accounts.change_role("root", Role.INSTRUCTOR)
    with pytest.raises(InvitationNotFoundError):
        await services.accounts.sign_up("eve", PASSWORD, read_token(paths[0]), address=ADDRESS)
    assert (
        await services.accounts.sign_up("ada", PASSWORD, read_token(paths[1]), address=ADDRESS)
    ).role is Role.LEARNER
    path = await services.invitations.invite(await services.accounts.find("root"), Role.LEARNER)
    await services.administration.disable(await services.accounts.find("other"), "root")
    with pytest.raises(InvitationNotFoundError):
        await services.accounts.sign_up("eve", PASSWORD, read_token(path), address=ADDRESS)


async def test_who_was_let_in_is_in_the_audit_log(application: FastAPI, nobody: Person) -> None:
    services: Services = application.state.services
    async with make_instructor(application, "root", Role.ADMIN) as root:
        answer = await root.send("/invitations", role="instructor", uses="2", days="3")
        token = re.findall(r"/signup\?invitation=([\w-]+)\"", answer.text)[0]
        await nobody.send("/signup", name="iris", password=PASSWORD, invitation=token)
        [open_one] = await services.invitations.list_open(await services.accounts.find("root"))
        await root.send(f"/invitations/{open_one.id}/revoke")
    entries = (await services.audit.list_page(AuditFilter(), 1)).entries[::-1]
    told = [(entry.action, entry.target, entry.line) for entry in entries if entry.action != "role_changed"]
    assert told == [
        ("account_invited", "instructor", "uses: 2, days: 3"),
        ("account_added", "iris", "role: instructor"),
        ("invitation_revoked", open_one.id, ""),
    ]
    assert token not in str(entries)
