"""E-mail addresses and forgotten passwords, with a real mail server on loopback."""

from __future__ import annotations

import re
from contextlib import nullcontext
from email import message_from_bytes, policy
from typing import TYPE_CHECKING

import pytest
from aiosmtpd.controller import Controller
from pydantic import SecretStr
from sqlalchemy import select, update

from app.db.models import Ticket, now
from app.db.statuses import Role
from app.domains.accounts.schemas import Client
from app.domains.limits.throttle import Throttle
from app.kit.errors import SettingsError, TooManySignInsError
from app.kit.mail import Relay, read_relay
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_person
from tests.integration.app.test_accounts import _who
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage

    from aiosmtpd.smtp import SMTP, Envelope, Session
    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services

NEW = "another long password"
ADDRESS = "ada@dojo.test"


class Inbox:
    """Accepts every mail except those to `nobody@…`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        if envelope.rcpt_tos[0].startswith("nobody"):
            return "550 No such mailbox"
        assert isinstance(envelope.content, bytes)
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    inbox = Inbox(find_free_port())
    controller = Controller(inbox, hostname="127.0.0.1", port=inbox.port, ready_timeout=60)
    controller.start()
    yield inbox
    controller.stop()


@pytest.fixture
def settings(settings: Settings, inbox: Inbox) -> Settings:
    url = f"smtp://127.0.0.1:{inbox.port}"
    changes = {"mail_url": SecretStr(url), "mail_from": "Dojo <dojo@dojo.test>", "public_url": "http://dojo.example/"}
    return settings.model_copy(update=changes)


async def receive(services: Services, inbox: Inbox) -> EmailMessage:
    await services.mailer.wait()
    return inbox.mails.pop()


def find_path(mail: EmailMessage) -> str:
    """Return the path to which the mail's link leads on this site."""
    found = re.search(r"http://dojo\.example(/\S+)", mail.get_content())
    assert found is not None
    return found[1]


@pytest.fixture
async def services_of_ada(ada: Person, inbox: Inbox) -> Services:
    """Return the services, after Ada has confirmed her address."""
    services: Services = ada.application.state.services
    answer = await ada.send("/account/email", email="Ada@Dojo.Test", password=PASSWORD)
    assert answer.headers["location"] == "/account?done=mailed"
    path = find_path(await receive(services, inbox))
    assert "Confirm" in await ada.read(path)
    answer = await ada.send("/account/email/confirm", token=path.partition("=")[2])
    assert answer.headers["location"] == "/account?done=confirmed"
    return services


async def test_an_address_counts_once_it_is_confirmed(ada: Person, inbox: Inbox) -> None:
    services: Services = ada.application.state.services
    wrong = await ada.send("/account/email", email=ADDRESS, password="not this one")  # noqa: S106
    assert (wrong.status_code, "This isn&#39;t your password." in wrong.text) == (422, True)
    for bad in ("ada", "a@b@c", "ada@dojo.test\nBcc: eve@dojo.test", "a" * 300 + "@dojo.test", "<ada@dojo.test>"):
        assert (await ada.send("/account/email", email=bad, password=PASSWORD)).status_code == 422
    await ada.send("/account/email", email=ADDRESS, password=PASSWORD)
    mail = await receive(services, inbox)
    assert (mail["to"], mail["from"]) == (ADDRESS, "Dojo <dojo@dojo.test>")
    me = await services.accounts.find("ada")
    await ada.read(find_path(mail))
    assert await services.recovery.find_email(me) is None, "looking at the link isn't enough"
    eve = make_person(ada.application)
    token = find_path(mail).partition("=")[2]
    async with eve.http:
        await eve.sign_up("eve")
        assert (await eve.send("/account/email/confirm", token=token)).status_code == 404
    assert (await ada.send("/account/email/confirm", token=token)).status_code == 303
    assert await services.recovery.find_email(me) == ADDRESS
    assert (await ada.send("/account/email/confirm", token=token)).status_code == 404


@EACH_DATABASE
async def test_an_address_belongs_to_one_account(
    services_of_ada: Services, inbox: Inbox, application: FastAPI, ada: Person
) -> None:
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        await eve.send("/account/email", email=ADDRESS, password=PASSWORD)
        token = find_path(await receive(services_of_ada, inbox)).partition("=")[2]
        assert (await eve.send("/account/email/confirm", token=token)).status_code == 409
    assert (await ada.send("/account/email", email="", password=PASSWORD)).status_code == 303
    mail = await receive(services_of_ada, inbox)
    assert (mail["to"], "no longer uses this" in mail.get_content()) == (ADDRESS, True)
    assert await services_of_ada.recovery.find_email(await services_of_ada.accounts.find("ada")) is None


@EACH_DATABASE
@pytest.mark.parametrize("name", ["ADA", "ada@DOJO.test"])
async def test_a_forgotten_password(
    services_of_ada: Services, inbox: Inbox, ada: Person, nobody: Person, name: str
) -> None:
    answer = await nobody.send("/forgot", name=name)
    path = find_path(await receive(services_of_ada, inbox))
    stored = await services_of_ada.database.read(lambda session: session.scalars(select(Ticket.token_hash)).all())
    assert path.partition("=")[2] not in stored
    assert "New password" in await nobody.read(path)
    token = path.partition("=")[2]
    assert (await nobody.send("/reset", token=token, password="short")).status_code == 422  # noqa: S106
    assert (await nobody.send("/reset", token=token, password=NEW)).headers["location"] == "/signin?done=password"
    assert "was changed" in str((await receive(services_of_ada, inbox))["subject"])
    assert await _who(ada) is None, "all sign-ins are over"
    assert (await nobody.send("/reset", token=token, password=PASSWORD)).status_code == 404
    assert (await nobody.send("/signin", name="ada", password=NEW)).status_code == 303
    other = await nobody.send("/forgot", name="nobody-at-all")
    assert (other.status_code, other.text) == (answer.status_code, answer.text)


async def test_nothing_is_sent_where_there_is_nobody(ada: Person, nobody: Person, inbox: Inbox) -> None:
    for name in ("ada", "eve", "eve@dojo.test", "", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")):
        assert (await nobody.send("/forgot", name=name)).status_code == 200
    await ada.application.state.services.mailer.wait()
    assert inbox.mails == []


async def test_links_are_too_old_after_an_hour(services_of_ada: Services, nobody: Person, inbox: Inbox) -> None:
    await nobody.send("/forgot", name="ada")
    path = find_path(await receive(services_of_ada, inbox))
    aged = update(Ticket).values(expires_at=now())
    await services_of_ada.database.write(lambda session: session.execute(aged))
    await nobody.read(path, status=404)
    answer = await nobody.send("/reset", token=path.partition("=")[2], password=NEW)
    assert answer.status_code == 404


async def test_how_many_mails_somebody_gets(services_of_ada: Services, nobody: Person, inbox: Inbox) -> None:
    statuses = [(await nobody.send("/forgot", name="ada")).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    services_of_ada.recovery._resetting = Throttle("another address")
    await nobody.send("/forgot", name="ada")
    await services_of_ada.mailer.wait()
    assert len(inbox.mails) == 5, "from another address, too"


async def test_nobody_floods_an_address_with_mails(services_of_ada: Services, inbox: Inbox) -> None:
    """For one account, from many addresses."""
    ada = await services_of_ada.accounts.find("ada")
    clients = [Client(address=f"192.0.2.{number}", user_agent="") for number in range(6)]
    for client in clients[:5]:
        await services_of_ada.recovery.request_email(ada, "victim@dojo.test", client)
    with pytest.raises(TooManySignInsError):
        await services_of_ada.recovery.request_email(ada, "victim@dojo.test", clients[5])
    await services_of_ada.mailer.wait()
    assert len(inbox.mails) == 5


async def test_many_accounts_flood_no_address_with_mails(application: FastAPI, inbox: Inbox) -> None:
    services: Services = application.state.services
    client = Client(address="192.0.2.1", user_agent="")
    for number in range(6):
        user = await services.accounts.add_user(f"eve-{number}", PASSWORD, Role.LEARNER)
        with pytest.raises(TooManySignInsError) if number == 5 else nullcontext():
            await services.recovery.request_email(user, "victim@dojo.test", client)
    await services.mailer.wait()
    assert len(inbox.mails) == 5


async def test_one_recipient_gets_few_mails_from_everywhere(application: FastAPI, inbox: Inbox) -> None:
    """From many networks, and for many accounts."""
    services: Services = application.state.services
    for number in range(21):
        user = await services.accounts.add_user(f"eve-{number}", PASSWORD, Role.LEARNER)
        client = Client(address=f"192.0.2.{number}", user_agent="")
        with pytest.raises(TooManySignInsError) if number == 20 else nullcontext():
            await services.recovery.request_email(user, "victim@dojo.test", client)
    await services.mailer.wait()
    assert len(inbox.mails) == 20


async def test_a_class_behind_one_address_confirms_its_addresses(application: FastAPI, inbox: Inbox) -> None:
    services: Services = application.state.services
    client = Client(address="192.0.2.1", user_agent="")
    for number in range(31):
        user = await services.accounts.add_user(f"ada-{number}", PASSWORD, Role.LEARNER)
        await services.recovery.request_email(user, f"ada-{number}@dojo.test", client)
    await services.mailer.wait()
    assert len(inbox.mails) == 31


async def test_who_signs_up_is_told_that_no_mail_was_sent(application: FastAPI, nobody: Person) -> None:
    services: Services = application.state.services
    services.recovery._confirming = Throttle("few", window_s=3600, per_address=1)
    await nobody.send("/signup", name="eve", password=PASSWORD, email="eve@dojo.test")
    await nobody.send("/signout")
    invited = "/courses/join?token=x"
    answer = await nobody.send("/signup", name="ada", password=PASSWORD, email=ADDRESS, next=invited)
    page = await nobody.read(answer.headers["location"])
    assert ("we sent no link" in page, f'href="{invited}"' in page) == (True, True)
    assert 'href="//evil' not in await nobody.read("/account?next=//evil.test/")


async def test_an_address_that_stays_isnt_told_that_it_was_replaced(
    services_of_ada: Services, inbox: Inbox, ada: Person
) -> None:
    await ada.send("/account/email", email="ADA@dojo.test", password=PASSWORD)
    token = find_path(await receive(services_of_ada, inbox)).partition("=")[2]
    assert (await ada.send("/account/email/confirm", token=token)).status_code == 303
    await services_of_ada.mailer.wait()
    assert inbox.mails == []


async def test_an_address_that_was_removed_gives_no_new_password(
    services_of_ada: Services, inbox: Inbox, ada: Person, nobody: Person
) -> None:
    await nobody.send("/forgot", name="ada")
    token = find_path(await receive(services_of_ada, inbox)).partition("=")[2]
    await ada.send("/account/email", email="", password=PASSWORD)
    assert (await nobody.send("/reset", token=token, password=NEW)).status_code == 404
    assert (await nobody.send("/signin", name="ada", password=PASSWORD)).status_code == 303


async def test_a_deleted_account_is_told_of_after_its_deletion(
    services_of_ada: Services, inbox: Inbox, ada: Person
) -> None:
    await services_of_ada.accounts.change_role("ada", Role.ADMIN)
    refused = await ada.send("/account/delete", password=PASSWORD)
    await services_of_ada.mailer.wait()
    assert (refused.status_code, inbox.mails) == (409, []), "she is the only admin"
    await services_of_ada.accounts.change_role("ada", Role.LEARNER)
    assert (await ada.send("/account/delete", password=PASSWORD)).status_code == 303
    mail = await receive(services_of_ada, inbox)
    assert (mail["to"], "deleted" in mail["subject"]) == (ADDRESS, True)
    assert "The account ada was deleted" in mail.get_content()
    assert "new password" not in mail.get_content(), "there is no account that could get one"


async def test_a_mail_server_that_refuses_is_nobodys_trouble(ada: Person, inbox: Inbox) -> None:
    services: Services = ada.application.state.services
    answer = await ada.send("/account/email", email="nobody@dojo.test", password=PASSWORD)
    assert answer.status_code == 303
    await services.mailer.wait()
    assert inbox.mails == []


async def test_the_operator_hands_out_links(ada: Person, nobody: Person) -> None:
    link = await ada.application.state.services.recovery.make_reset_link("ADA")
    assert link.startswith("http://dojo.example/reset?token=")
    assert (await nobody.send("/reset", token=link.partition("=")[2], password=NEW)).status_code == 303


def test_addresses_of_mail_servers() -> None:
    assert read_relay("console") is None
    assert read_relay("smtp://mail.test") == Relay("mail.test", 587, "", "", encrypted=False)
    assert read_relay("smtps://a%40b:p%2Fw@mail.test:4650") == Relay("mail.test", 4650, "a@b", "p/w", encrypted=True)
    for bad in ("", "smtp://", "http://u:hidden-word@mail.test", "smtp://u:hidden-word@mail.test:port"):
        with pytest.raises(SettingsError) as refused:
            read_relay(bad)
        assert "hidden-word" not in str(refused.value)
