"""Secrets are encrypted in the database, with keys stored elsewhere; without its key, none is read and none is lost."""

from __future__ import annotations

import asyncio
import stat
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, update

from app.db.models import AuditEntry, LtiKey, SecondFactor, WaitingMail, Webhook, now
from app.db.models import Session as SignIn
from app.domains.vault.errors import KeyMissingError, KeyUnusableError
from app.domains.vault.keys import FILE, SEALED, Vault, make_key, name_key
from app.domains.webhooks.schemas import Due
from app.domains.webhooks.sender import Sender
from app.kit.errors import DatabaseUnavailableError
from app.kit.settings import Settings, load_settings, prepare_data_directory
from app.services import make_services
from app.work.backup import make_backup, restore_backup
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person
from tests.integration.app.test_cli import run
from tests.integration.app.test_http import check_problem
from tests.integration.app.test_second_factor import CREDENTIALS, Phone, begin, clock, phone

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import orm

    from app.domains.accounts.schemas import Account
    from app.services import Services
    from tests.integration.app.test_cli import Run

__all__ = ["clock", "phone", "run"]
HOOK = "https://hooks.example/x"


def store(services: Services, factor: str, webhook: str) -> None:
    """Write both secrets to the database as given."""

    def write(session: orm.Session) -> None:
        session.execute(update(SecondFactor).values(secret=factor))
        session.execute(update(Webhook).values(secret=webhook))

    services.database.write_blocking(write)


def read(services: Services) -> tuple[str, str]:
    """Return both secrets as stored in the database."""
    return services.database.read_blocking(
        lambda session: (
            session.scalars(select(SecondFactor.secret)).one(),
            session.scalars(select(Webhook.secret)).one(),
        )
    )


def read_keys(settings: Settings) -> list[str]:
    """Return the keys in the file, newest first."""
    return (settings.data / FILE).read_text().split()


@pytest.fixture
async def secrets(services: Services, account: Account) -> tuple[str, str]:
    """Let a user begin a second factor and create a webhook; return both secrets as the user gets them."""
    address = await services.second_factor.begin(account)
    made = await services.webhooks.make(account, HOOK)
    return address.partition("secret=")[2].partition("&")[0], made.secret


@EACH_DATABASE
async def test_what_is_stored_tells_no_secret(services: Services, settings: Settings, secrets: tuple[str, str]) -> None:
    stored, vault = read(services), Vault(settings)
    for sealed, secret in zip(stored, secrets, strict=True):
        assert SEALED.fullmatch(sealed)
        assert secret not in sealed
        assert vault.open(sealed) == secret
    assert stat.S_IMODE((settings.data / FILE).stat().st_mode) == 0o600
    services.vault.check()


@EACH_DATABASE
async def test_secrets_of_earlier_versions_are_sealed_at_the_start(
    services: Services, settings: Settings, secrets: tuple[str, str]
) -> None:
    store(services, *secrets)
    assert Vault(settings).open(secrets[0]) == secrets[0], "until then they work"
    services.vault.check()
    assert all(SEALED.fullmatch(sealed) for sealed in read(services))
    assert tuple(map(Vault(settings).open, read(services))) == secrets
    before = read(services)
    services.vault.check()
    assert read(services) == before, "once"


@EACH_DATABASE
async def test_keys_are_rotated_while_servers_run(
    services: Services, settings: Settings, secrets: tuple[str, str]
) -> None:
    old, running = (settings.data / FILE).read_text().split(), Vault(settings)
    before = read(services)
    assert services.vault.rotate() == 2
    new = (settings.data / FILE).read_text().split()
    assert new[1:] == old
    assert {sealed.partition(".")[0] for sealed in read(services)} == {name_key(new[0])}
    assert tuple(map(running.open, read(services))) == secrets
    assert tuple(map(running.open, before)) == secrets, "the key before is kept until the next time"
    services.vault.rotate()
    with pytest.raises(KeyMissingError, match=name_key(old[0])):
        running.open(before[0])


@EACH_DATABASE
async def test_a_rotation_that_failed_halfway_is_repeated(
    services: Services, settings: Settings, secrets: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first try has put a new key into the file, but all secrets still need the previous one."""
    add_key = Vault.add_key

    def fail(vault: Vault) -> None:
        add_key(vault)
        raise DatabaseUnavailableError("away")

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "add_key", fail)
        with pytest.raises(DatabaseUnavailableError):
            services.vault.rotate()
    assert services.vault.rotate() == 2
    services.vault.check()
    assert tuple(map(Vault(settings).open, read(services))) == secrets
    assert {sealed.partition(".")[0] for sealed in read(services)} == {name_key(read_keys(settings)[0])}


@EACH_DATABASE
async def test_a_secret_under_an_older_key_outlives_a_rotation(
    services: Services, settings: Settings, secrets: tuple[str, str]
) -> None:
    """A server may have stored it right after a rotation had sealed the others."""
    before = read(services)
    services.vault.rotate()
    store(services, before[0], read(services)[1])
    services.vault.rotate()
    services.vault.check()
    assert tuple(map(Vault(settings).open, read(services))) == secrets


@EACH_DATABASE
async def test_without_its_key_nothing_is_read_made_or_started(
    services: Services, settings: Settings, account: Account, secrets: tuple[str, str]
) -> None:
    name = name_key((settings.data / FILE).read_text().strip())
    (settings.data / FILE).rename(settings.data / "away")
    for work in (services.vault.check, services.vault.rotate):
        with pytest.raises(KeyMissingError, match=f"{name}, which isn't in .*{FILE}. Put it back"):
            work()
    with pytest.raises(KeyMissingError, match=name):
        await services.webhooks.make(account, HOOK)
    assert not (settings.data / FILE).exists(), "a second key would hide that the first is missing"
    wrong = Vault(
        settings.model_copy(update={"encryption_keys": load_settings(encryption_keys=make_key()).encryption_keys})
    )
    with pytest.raises(KeyMissingError, match="isn't in JAXDOJO_ENCRYPTION_KEYS"):
        wrong.open(read(services)[0])
    (settings.data / "away").rename(settings.data / FILE)
    services.vault.check()


async def test_a_second_factor_whose_key_is_missing_stays_on(
    phone: Phone, nobody: Person, ada: Person, settings: Settings
) -> None:
    (settings.data / FILE).unlink()
    answer = await nobody.http.post("/api/v1/session", json=CREDENTIALS | {"code": phone.show()})
    problem = check_problem(answer, 503, "encryption_key")
    assert str(settings.data) not in str(problem)
    check_problem(await nobody.http.post("/api/v1/session", json=CREDENTIALS), 401, "second_factor_needed")
    check_problem(await ada.http.get("/api/v1/no-such-thing"), 404, "not_found")
    ticket = await begin(nobody)
    answer = await nobody.send("/signin/code", ticket=ticket, code=phone.codes[0])
    assert answer.status_code == 303, "recovery codes need no key"


async def test_a_webhook_whose_key_is_missing_waits(
    services: Services, settings: Settings, account: Account, secrets: tuple[str, str]
) -> None:
    (settings.data / FILE).unlink()
    sender = Sender(services.database, Vault(settings), frozenset())
    due = Due(1, "id", 1, HOOK, read(services)[1], "{}", 1)
    assert await sender._post(due) == (None, "it can't be signed: a key of this site is missing")


async def test_what_was_changed_or_is_no_key_is_refused(
    services: Services, settings: Settings, secrets: tuple[str, str]
) -> None:
    vault, sealed = Vault(settings), read(services)[0]
    with pytest.raises(KeyUnusableError, match="was changed"):
        vault.open(sealed[:-8] + "AAAAAAA=")
    for text in ("", "short", f"{make_key()} and more"):
        (settings.data / FILE).write_text(text)
        with pytest.raises(KeyUnusableError, match="no key; `jaxdojo keys make`") as raised:
            vault.open(sealed)
        assert text not in raised.value.message or not text


async def test_a_lost_key_is_given_up_by_the_operator(
    services: Services, settings: Settings, account: Account, secrets: tuple[str, str], run: Run
) -> None:
    def add(session: orm.Session) -> None:
        session.add(LtiKey(kid="old", secret=services.vault._vault.seal(session, "key")))
        content = services.vault._vault.seal(session, "mail")
        session.add(WaitingMail(content=content, expires_at=now() + timedelta(days=1)))

    await services.database.write(add)
    (settings.data / FILE).unlink()
    code, out, _err = await asyncio.to_thread(run, "keys", "discard")
    told = [
        "Removed 1 webhook, 1 waiting mail, 1 LTI key and 1 second factor.",
        "Without their second factor now: ada.",
    ]
    assert (code, out.splitlines()[:-1]) == (0, told)
    assert "Where the old one was entered by hand" in out

    def count(session: orm.Session) -> list[int]:
        gone = (SecondFactor, Webhook, SignIn, WaitingMail, LtiKey)
        return [session.scalar(select(func.count()).select_from(one)) or 0 for one in gone]

    assert await services.database.read(count) == [0, 0, 0, 0, 0]
    logged = await services.database.read(lambda session: session.scalars(select(AuditEntry.action)).all())
    assert logged[-1] == "second_factor_reset"
    services.vault.check()
    await services.webhooks.make(account, HOOK)


def test_commands_make_and_rotate_keys(
    services: Services, settings: Settings, secrets: tuple[str, str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, key, _err = run("keys", "make")
    assert (code, len(key.strip())) == (0, 44)
    assert run("keys", "rotate")[:2] == (0, "2 secrets were re-encrypted.\n")
    monkeypatch.setenv("JAXDOJO_ENCRYPTION_KEYS", key)
    assert run("keys", "rotate")[0] == 3, "the key before isn't named"
    before = (settings.data / FILE).read_text().split()[0]
    monkeypatch.setenv("JAXDOJO_ENCRYPTION_KEYS", f"{key.strip()},{before}")
    assert run("keys", "rotate")[:2] == (0, "2 secrets were re-encrypted.\n")
    assert {sealed.partition(".")[0] for sealed in read(services)} == {name_key(key.strip())}
    monkeypatch.setenv("JAXDOJO_ENCRYPTION_KEYS", key)
    assert run("keys", "rotate")[:2] == (0, "0 secrets were re-encrypted.\n")


def test_a_server_without_its_key_does_not_start(
    services: Services, settings: Settings, secrets: tuple[str, str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.grading.start_grader", lambda _settings: None)
    monkeypatch.setattr("app.server.processes.set_up_logs", lambda _settings: None)
    (settings.data / FILE).unlink()
    code, _out, err = run("serve", "--port", "0")
    assert code == 3
    assert "Put it back, from a backup" in err


async def test_keys_are_in_the_backup(
    services: Services, settings: Settings, secrets: tuple[str, str], tmp_path: Path
) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")
    data = tmp_path / "restored"
    elsewhere = settings.model_copy(update={"data": data, "database_url": f"sqlite:///{data}/jaxdojo.sqlite3"})
    restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    prepare_data_directory(elsewhere)
    again = make_services(elsewhere)
    try:
        again.vault.check()
        assert tuple(map(Vault(elsewhere).open, read(again))) == secrets
    finally:
        await again.close()
    assert PASSWORD not in (data / FILE).read_text()
