"""Mails are kept until a server accepts them: it may be busy or down, and this service may restart."""

from __future__ import annotations

import asyncio
import math
import ssl
import subprocess
from datetime import timedelta
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, NoReturn

import pytest
import structlog
from aiosmtpd.controller import Controller
from pydantic import SecretStr
from sqlalchemy import func, select, update

from app.db.models import User, WaitingMail, now
from app.db.statuses import Role
from app.domains.accounts.schemas import Client
from app.domains.mails.service import PAUSES_S, SPACING
from app.domains.vault.keys import Vault
from app.domains.vault.service import VaultService
from app.kit.errors import DatabaseUnavailableError, SettingsError
from app.kit.mail import read_relay
from app.kit.sending import switch_sending
from app.services import Services, make_services
from tests.integration.app.conftest import EACH_DATABASE, Person
from tests.integration.app.running import make_command
from tests.integration.app.test_recovery import Inbox
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from email.message import EmailMessage
    from pathlib import Path

    from aiosmtpd.smtp import SMTP, Envelope, Session

    from app.kit.settings import Settings

ADDRESS = "ada@dojo.test"


class Moody(Inbox):
    """A mail server that responds with each of `answers` in turn, and then accepts every mail."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.answers: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        if self.answers:
            return self.answers.pop(0)
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture
def inbox() -> Iterator[Moody]:
    inbox = Moody(find_free_port())
    controller = Controller(inbox, hostname="127.0.0.1", port=inbox.port, ready_timeout=60)
    controller.start()
    yield inbox
    controller.stop()


@pytest.fixture
def settings(settings: Settings, inbox: Moody) -> Settings:
    url = f"smtp://127.0.0.1:{inbox.port}"
    return settings.model_copy(update={"mail_url": SecretStr(url), "mail_from": "Dojo <dojo@dojo.test>"})


async def count(services: Services) -> int:
    return (await services.mailer.measure_backlog())[0]


async def make_due(services: Services) -> None:
    past = update(WaitingMail).values(next_at=now() - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(past))


@EACH_DATABASE
async def test_busy_server_gets_it_later_also_after_a_restart(
    services: Services, settings: Settings, inbox: Moody
) -> None:
    inbox.answers = ["451 Try again later", "421 Too many connections"]
    await services.mailer.send(ADDRESS, "hello", "Hello.")
    assert (inbox.mails, await count(services)) == ([], 1)
    assert await services.mailer.send_due() == 0, "it isn't due yet"
    await make_due(services)
    assert await services.mailer.send_due() == 1
    restarted = make_services(settings)
    try:
        await make_due(restarted)
        assert await restarted.mailer.send_due() == 1
        assert await count(restarted) == 0
    finally:
        await restarted.close()
    [mail] = inbox.mails
    assert (mail["to"], mail["subject"], mail.get_content().strip()) == (ADDRESS, "JAX Dojo: hello", "Hello.")


async def test_server_that_is_away_gets_it_later(services: Services, settings: Settings) -> None:
    away = settings.model_copy(update={"mail_url": SecretStr("smtp://127.0.0.1:1")})
    cut_off = make_services(away)
    try:
        await cut_off.mailer.send(ADDRESS, "hello", "Hello.")
        assert await count(cut_off) == 1
    finally:
        await cut_off.close()
    await make_due(services)
    assert await services.mailer.send_due() == 1
    assert await count(services) == 0


@pytest.mark.parametrize("answer", ["550 No such mailbox", "554 This looks like spam"])
async def test_refusal_for_good_ends_it(services: Services, inbox: Moody, answer: str) -> None:
    inbox.answers = [answer]
    await services.mailer.send(ADDRESS, "hello", "Hello.")
    assert (inbox.mails, inbox.answers, await count(services)) == ([], [], 0)


async def test_what_cant_be_a_mail_keeps_no_other_waiting(services: Services, inbox: Moody) -> None:
    inbox.answers = ["451 Try again later"]
    await services.mailer.send(ADDRESS, "good", "Hello.")
    await services.mailer.send("ada@dojo.test\nbcc: eve@dojo.test", "hello", "Hello.")
    assert await count(services) == 1
    await make_due(services)
    assert await services.mailer.send_due() == 1
    assert [mail["subject"] for mail in inbox.mails] == ["JAX Dojo: good"]


async def test_what_is_too_old_is_given_up(services: Services, inbox: Moody) -> None:
    """A link is valid for an hour, so its mail isn't sent after that."""
    inbox.answers = ["451 Try again later"] * 20
    await services.mailer.send(ADDRESS, "a link", "…", timedelta(hours=1))
    for _ in range(2):
        await make_due(services)
        assert await services.mailer.send_due() == 1
        assert await count(services) == 1
    nearly = update(WaitingMail).values(next_at=now(), expires_at=now() + timedelta(seconds=PAUSES_S[0]))
    await services.database.write(lambda session: session.execute(nearly))
    assert await services.mailer.send_due() == 1
    assert await count(services) == 0


class Outage:
    """Makes a service's database fail for a number of transactions."""

    def __init__(self, services: Services, monkeypatch: pytest.MonkeyPatch, failures: float = math.inf) -> None:
        monkeypatch.setattr("app.kit.outage.PAUSE_S", 0.01)
        self.failures = failures
        for name in ("_read", "_write"):
            monkeypatch.setattr(services.database, name, partial(self._do, getattr(services.database, name)))

    def _do(self, work: Callable[..., object], *of_transaction: object) -> object:
        if self.failures > 0:
            self.failures -= 1
            raise DatabaseUnavailableError("it's down")
        return work(*of_transaction)


@pytest.mark.parametrize("failures", [1, 3])
async def test_outage_of_the_database_loses_no_mail(
    services: Services, inbox: Moody, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    Outage(services, monkeypatch, failures)
    services.mailer.begin(services.mailer.send(ADDRESS, "hello", "Hello."))
    await services.mailer.wait()
    assert ([mail["subject"] for mail in inbox.mails], await count(services)) == (["JAX Dojo: hello"], 0)


async def test_outage_of_the_database_loses_no_link_for_a_new_password(
    ada: Person, inbox: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = ada.application.state.services
    add = update(User).values(email=ADDRESS)
    await services.database.write(lambda session: session.execute(add))
    outage = Outage(services, monkeypatch, 0)
    begin = services.mailer.begin

    def fail_from_now_on(work: Coroutine[None, None, None]) -> None:
        outage.failures = 3
        begin(work)

    monkeypatch.setattr(services.mailer, "begin", fail_from_now_on)
    await services.recovery.request_reset("ada", Client("127.0.0.1"))
    await services.mailer.wait()
    assert (outage.failures, len(inbox.mails)) == (0, 1)


async def test_mail_that_is_stored_is_not_called_lost(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_session: object) -> NoReturn:
        raise DatabaseUnavailableError("it's down")

    monkeypatch.setattr("app.domains.mails.repository.is_any_due", fail)
    with structlog.testing.capture_logs() as logs:
        services.mailer.begin(services.mailer.send(ADDRESS, "hello", "Hello."))
        await services.mailer.wait()
    assert "mail_failed" not in {line["event"] for line in logs}
    assert await count(services) == 1


@pytest.mark.parametrize("closes", [False, True])
async def test_a_mail_does_not_wait_for_the_database_forever(
    services: Services, monkeypatch: pytest.MonkeyPatch, *, closes: bool
) -> None:
    Outage(services, monkeypatch)
    if not closes:
        monkeypatch.setattr("app.domains.mails.service.PATIENCE_S", 0.05)
    with structlog.testing.capture_logs() as logs:
        services.mailer.begin(services.mailer.send(ADDRESS, "hello", "Hello."))
        async with asyncio.timeout(20):
            await (services.mailer.close() if closes else services.mailer.wait())
    [reason] = [line["reason"] for line in logs if line["event"] == "mail_failed"]
    assert "it's down" in reason


@EACH_DATABASE
async def test_two_servers_send_it_once(services: Services, settings: Settings, inbox: Moody) -> None:
    inbox.answers = ["451 Try again later"]
    await services.mailer.send(ADDRESS, "hello", "Hello.")
    await make_due(services)
    other = make_services(settings)
    try:
        tried = await asyncio.gather(services.mailer.send_due(), other.mailer.send_due())
    finally:
        await other.close()
    assert (sum(tried), len(inbox.mails)) == (1, 1)


@EACH_DATABASE
async def test_invitations_hold_up_no_link(services: Services, inbox: Moody) -> None:
    """However many lists of students are imported, one invitation leaves every two seconds, and links go first."""
    for number in range(3):
        mails = [(f"s{number}.{one}@example.org", "an invitation", "x") for one in range(20)]
        await services.database.write(partial(services.mailer.store, mails=mails))
    due = await services.database.read(
        lambda session: list(session.scalars(select(WaitingMail.next_at).order_by(WaitingMail.id)))
    )
    assert {later - before for before, later in pairwise(due)} == {SPACING}
    # Even if all of them are due, and have been for hours, because the mail server was away.
    past = update(WaitingMail).values(
        next_at=now() - timedelta(hours=20),
        created_at=now() - timedelta(hours=20),
        expires_at=now() + timedelta(hours=4),
    )
    await services.database.write(lambda session: session.execute(past))
    await services.mailer.send(ADDRESS, "a new password", "a link", timedelta(hours=1))
    assert inbox.mails[0]["to"] == ADDRESS


async def test_a_slow_server_gets_each_mail_once(
    services: Services, inbox: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No mail is leased while it waits for others."""
    many = 5
    mails = [(ADDRESS, str(number), "Hello.") for number in range(many)]
    await services.database.write(lambda session: services.mailer.store(session, mails))
    await make_due(services)
    relay = services.mailer._relay
    assert relay is not None
    leased: list[int] = []

    def send(message: EmailMessage) -> None:
        leases = select(func.count()).where(WaitingMail.next_at > now())
        leased.append(services.database.read_blocking(lambda session: session.scalar(leases) or 0))
        relay.send(message)

    monkeypatch.setattr(services.mailer, "_relay", SimpleNamespace(host=relay.host, send=send))
    tried = await asyncio.gather(*(services.mailer.send_due() for _ in range(3)))
    assert (sum(tried), leased) == (many, [1] * many)
    assert sorted(mail["subject"] for mail in inbox.mails) == [f"JAX Dojo: {number}" for number in range(many)]


async def test_database_shows_neither_address_nor_link(services: Services, settings: Settings, inbox: Moody) -> None:
    """Mails stay readable after a rotation of keys; those that no key opens can be discarded."""
    inbox.answers = ["451 Try again later"]
    await services.mailer.send(ADDRESS, "hello", "https://dojo.test/reset?token=SECRET")
    [stored] = await services.database.read(lambda session: session.scalars(select(WaitingMail.content)).all())
    assert "SECRET" not in stored
    assert "dojo.test" not in stored
    vault = VaultService(services.database, Vault(settings))
    assert vault.rotate() == 1
    await make_due(services)
    assert await services.mailer.send_due() == 1
    assert "SECRET" in inbox.mails[0].get_content()
    inbox.answers = ["451 Try again later"]
    await services.mailer.send(ADDRESS, "hello", "Hello.")
    (settings.data / "encryption.keys").unlink()
    vault.discard()
    left = await services.database.read(lambda session: session.scalar(select(func.count()).select_from(WaitingMail)))
    assert left == 0


async def test_restored_copy_keeps_its_mails(services: Services, settings: Settings, inbox: Moody) -> None:
    switch_sending(settings.data, on=False)
    await services.mailer.send(ADDRESS, "hello", "Hello.")
    assert (inbox.mails, await count(services)) == ([], 1)
    switch_sending(settings.data, on=True)
    assert await services.mailer.send_due() == 1
    assert len(inbox.mails) == 1


async def test_server_sends_what_waits(ada: Person, inbox: Moody, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the background, with no other mail to wake it."""
    monkeypatch.setattr("app.domains.mails.service.POLL_S", 0.01)
    services: Services = ada.application.state.services
    inbox.answers = ["451 Try again later"]
    await services.mailer.send(ADDRESS, "hello", "Hello.")
    await make_due(services)
    task = asyncio.create_task(services.mailer.run())
    async with asyncio.timeout(20):
        while not inbox.mails:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    task.cancel()


async def test_admin_tries_it_out(ada: Person, inbox: Moody) -> None:
    services: Services = ada.application.state.services
    assert (await ada.send("/admin/settings/mail")).status_code == 403
    make_admin = update(User).values(role=Role.ADMIN)
    await services.database.write(lambda session: session.execute(make_admin))
    assert "Add an e-mail address" in (await ada.send("/admin/settings/mail")).text
    add = update(User).values(email=ADDRESS)
    await services.database.write(lambda session: session.execute(add))
    assert f"took a mail to {ADDRESS}" in (await ada.send("/admin/settings/mail")).text
    inbox.answers = ["451 Try again later"]
    assert "451" in (await ada.send("/admin/settings/mail")).text
    assert len(inbox.mails) == 1


def test_operator_tries_it_out(
    services: Services,
    settings: Settings,
    inbox: Moody,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_MAIL_URL", settings.mail_url.get_secret_value())
    run = make_command(monkeypatch, capsys)
    code, output, error = run("mail", "test", ADDRESS)
    assert (code, output) == (0, f"127.0.0.1 took a mail to {ADDRESS}.\n"), error
    inbox.answers = ["451 Try again later"]
    code, output, error = run("mail", "test", ADDRESS)
    assert (code, "451" in output) == (3, True), error
    monkeypatch.setenv("JAXDOJO_MAIL_URL", "console")
    code, output, error = run("mail", "test", ADDRESS)
    assert (code, "`console`" in output) == (3, True), error
    assert len(inbox.mails) == 1


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Return a key and a certificate for `localhost`."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return key, certificate


async def test_own_authority_vouches_for_the_server(services: Services, settings: Settings, tmp_path: Path) -> None:
    key, certificate = make_certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    inbox = Moody(find_free_port())
    controller = Controller(inbox, hostname="127.0.0.1", port=inbox.port, ssl_context=context, ready_timeout=60)
    controller.start()
    url = SecretStr(f"smtps://localhost:{inbox.port}")
    try:
        for ca, arrives in ((None, False), (certificate, True)):
            made = make_services(settings.model_copy(update={"mail_url": url, "mail_ca": ca}))
            try:
                told = await made.mailer.try_out(ADDRESS)
            finally:
                await made.close()
            assert (" took a mail " in told) is arrives, told
    finally:
        controller.stop()
    assert len(inbox.mails) == 1


@pytest.mark.parametrize("text", [None, "not a certificate"])
def test_authority_that_is_none(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "ca.pem"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SettingsError, match="JAXDOJO_MAIL_CA"):
        read_relay("smtp://mail.example", path)
