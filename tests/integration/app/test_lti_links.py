"""Links between people at platforms and accounts: they need a recent sign-in, are shown, and can be undone."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.db.models import LtiIdentity, LtiMember
from app.domains.accounts import repository, sessions
from tests.integration.app.conftest import PASSWORD, Person
from tests.integration.app.lti import arrive, launch, read_ticket
from tests.integration.app.test_accounts import _who
from tests.integration.app.test_lti_launch import platform, settings  # noqa: F401 - fixtures

if TYPE_CHECKING:
    import pytest

    from app.services import Services
    from tests.lti_platform import Platform


async def list_ids(services: Services) -> list[int]:
    return await services.database.read(lambda session: list(session.scalars(select(LtiIdentity.id))))


async def test_an_old_session_links_nobody(
    platform: Platform,  # noqa: F811
    ada: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services: Services = ada.application.state.services
    page = await launch(ada, platform)
    with monkeypatch.context() as later:
        later.setattr(sessions, "FRESH", timedelta(0))
        told = await launch(ada, platform)
        assert "open this link within ten minutes" in told.text
        assert "Continue as" not in told.text
        refused = await ada.send("/lti/link", ticket=read_ticket(page))
        assert (refused.status_code, "Sign out and back in" in refused.text) == (409, True)
    assert not await list_ids(services)
    assert (await ada.send("/lti/link", ticket=read_ticket(page))).status_code == 303, "the ticket isn't used up"


async def test_a_link_is_told_and_can_be_undone(
    platform: Platform,  # noqa: F811
    ada: Person,
    nobody: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services: Services = ada.application.state.services
    me = await services.accounts.find("ada")
    await services.database.write(lambda session: repository.change_email(session, me.id, "ada@dojo.test"))
    sent: list[tuple[str, str]] = []

    async def note(email: str, subject: str, _text: str) -> None:
        sent.append((email, subject))

    monkeypatch.setattr(services.mailer, "send", note)
    page, other = [await launch(ada, platform, name="Ben Bit") for _tab in range(2)]
    await ada.send("/lti/link", ticket=read_ticket(page))
    await services.mailer.wait()
    await ada.send("/lti/link", ticket=read_ticket(other))
    await services.mailer.wait()
    assert sent == [("ada@dojo.test", "your account was linked to a learning platform")], "the second linked nobody"
    [identity] = await list_ids(services)
    assert "Ben Bit at Campus" in await ada.read("/account")
    await nobody.sign_up("eve")
    assert (await nobody.send(f"/account/platforms/{identity}/unlink")).status_code == 303
    assert await list_ids(services) == [identity], "it is another account's"
    assert (await ada.send(f"/account/platforms/{identity}/unlink")).status_code == 303
    assert not await list_ids(services)
    assert not await services.database.read(lambda session: session.query(LtiMember).count())
    assert "Ben Bit" not in await ada.read("/account")
    await nobody.send("/signout")
    assert "Create my account" in (await launch(nobody, platform)).text


async def test_an_account_without_password_keeps_its_link(
    platform: Platform,  # noqa: F811
    nobody: Person,
) -> None:
    services: Services = nobody.application.state.services
    await arrive(nobody, platform, "ada")
    assert await _who(nobody) == "ada"
    [identity] = await list_ids(services)
    assert (await nobody.send(f"/account/platforms/{identity}/unlink")).status_code == 409
    await nobody.send("/account/password", new=PASSWORD)
    assert (await nobody.send(f"/account/platforms/{identity}/unlink")).status_code == 303
    assert not await list_ids(services)


async def test_what_a_platform_said_of_somebody_is_exported(
    platform: Platform,  # noqa: F811
    ada: Person,
    nobody: Person,
) -> None:
    page = await launch(ada, platform, name="Ada Lovelace")
    await ada.send("/lti/link", ticket=read_ticket(page))
    await launch(nobody, platform, sub="another", name="Ben Bit")
    found = (await ada.http.get("/account/export")).json()
    assert [one["name"] for one in found["lti_members"]] == ["Ada Lovelace"]
