"""A backup of a running service is complete, and is restored as a whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import os
import shutil
import sqlite3
import stat
import tarfile
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.kit.sending import ADVICE, is_sending
from app.server.application import create_app
from app.services import make_services
from app.work.backup import CONTENTS, BackupError, _list_files, make_backup, restore_backup
from app.work.checking import read_secret
from grader.report import Mode
from tests.integration.app.conftest import make_person
from tests.integration.app.running import make_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.domains.accounts.schemas import Account
    from app.kit.settings import Settings
    from app.services import Services


@pytest.fixture
def elsewhere(settings: Settings, tmp_path: Path) -> Settings:
    """Return the settings of an installation that doesn't exist yet."""
    data = tmp_path / "restored"
    return settings.model_copy(update={"data": data, "database_url": f"sqlite:///{data}/jaxdojo.sqlite3"})


async def test_what_was_there_is_there_again(
    services: Services, settings: Settings, elsewhere: Settings, account: Account, tmp_path: Path
) -> None:
    secret = read_secret(settings.data)
    (settings.data / "working" / "mine").mkdir(parents=True)
    (settings.data / "working" / "mine" / "statement.md").write_text("# Mine\n", encoding="utf-8")
    (settings.compile_cache / "abc").mkdir(parents=True)
    submission = await services.submissions.create(account, "double", "x = 1", Mode.RUN)
    made = make_backup(settings, tmp_path / "kept.tar.gz")
    await services.submissions.create(account, "double", "x = 2", Mode.RUN)
    assert stat.S_IMODE((tmp_path / "kept.tar.gz").stat().st_mode) == 0o600

    restored = restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    assert restored == made
    assert read_secret(elsewhere.data) == secret
    assert (elsewhere.data / "working" / "mine" / "statement.md").read_text(encoding="utf-8") == "# Mine\n"
    assert not elsewhere.compile_cache.exists(), "compiled programs belong to one machine"
    assert stat.S_IMODE(elsewhere.data.stat().st_mode) == 0o700
    again = make_services(elsewhere)
    try:
        shown = await again.submissions.get(submission.id, account)
        assert shown.source == "x = 1"
        versions = await again.catalogue.list_all_versions()
        assert (await again.catalogue.load_bundle(versions["double"])).manifest.slug == "double"
        backlog = await again.submissions.measure_backlog()
        assert sum(found.count for found in backlog.values()) == 1, "the second came after the backup"
    finally:
        await again.close()


def test_links_are_not_followed(services: Services, settings: Settings, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "private").write_text("not ours", encoding="utf-8")
    (settings.data / "working").mkdir()
    (settings.data / "working" / "file").symlink_to(outside / "private")
    (settings.data / "working" / "folder").symlink_to(outside)
    make_backup(settings, tmp_path / "kept.tar.gz")
    with tarfile.open(tmp_path / "kept.tar.gz") as tar:
        assert [name for name in tar.getnames() if name.startswith("working")] == []


def test_a_backup_is_of_one_moment_while_others_write(services: Services, settings: Settings, tmp_path: Path) -> None:
    """Two rows are always written together; a copy with only one of them would mix two moments."""
    database = settings.data / "jaxdojo.sqlite3"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE pairs (number INTEGER)")
        connection.commit()
    stop = threading.Event()

    def write() -> None:
        with contextlib.closing(sqlite3.connect(database, timeout=30)) as connection:
            number = 0
            while not stop.is_set():
                number += 1
                connection.executemany("INSERT INTO pairs VALUES (?)", [(number,), (number,)])
                connection.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            make_backup(settings, tmp_path / f"{number}.tar.gz")
    finally:
        stop.set()
        writer.join()
    for number in range(5):
        with tarfile.open(tmp_path / f"{number}.tar.gz") as tar:
            tar.extract("database.sqlite3", tmp_path / str(number), filter="data")
        with contextlib.closing(sqlite3.connect(tmp_path / str(number) / "database.sqlite3")) as connection:
            odd = "SELECT count(*) FROM (SELECT number FROM pairs GROUP BY number HAVING count(*) != 2)"
            assert connection.execute(odd).fetchone() == (0,)


def test_nothing_is_written_over(services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")
    with pytest.raises(BackupError, match=r"kept.tar.gz already exists; choose another name"):
        make_backup(settings, tmp_path / "kept.tar.gz")
    with pytest.raises(BackupError, match="is in use"):
        restore_backup(settings, tmp_path / "kept.tar.gz")
    elsewhere.data.mkdir()
    restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    with pytest.raises(BackupError, match="is in use"):
        restore_backup(elsewhere, tmp_path / "kept.tar.gz")


def test_there_must_be_something_to_back_up(elsewhere: Settings, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="nothing to back up"):
        make_backup(elsewhere, tmp_path / "kept.tar.gz")
    postgres = elsewhere.model_copy(update={"database_url": "postgresql://nowhere/jaxdojo"})
    with pytest.raises(BackupError, match="pg_dump"):
        make_backup(postgres, tmp_path / "kept.tar.gz")
    with pytest.raises(BackupError, match="There is no file"):
        restore_backup(elsewhere, tmp_path / "kept.tar.gz")


def _rewrite(archive: Path, change: dict[str, bytes | None], extra: tarfile.TarInfo | None = None) -> None:
    """Rewrite the archive with some entries changed, or omitted if None, and with one more."""
    with tarfile.open(archive) as tar:
        entries = [(entry.name, tar.extractfile(entry)) for entry in tar]
        files = {name: file.read() for name, file in entries if file is not None}
    with tarfile.open(archive, "w:gz") as tar:
        if extra is not None:
            tar.addfile(extra, io.BytesIO(b"\0" * extra.size))
        for name, data in (files | change).items():
            if data is not None:
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))


def _link(name: str, kind: bytes, target: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, target
    return entry


@pytest.mark.parametrize(
    ("change", "extra"),
    [
        ({"secret": b"another"}, None),
        ({"secret": None}, None),
        ({CONTENTS: None}, None),
        ({CONTENTS: b"[]"}, None),
        ({CONTENTS: b'{"files": 3}'}, None),
        ({"database.sqlite3": None}, None),
        ({}, tarfile.TarInfo("../outside")),
        ({}, tarfile.TarInfo("/etc/outside")),
        ({}, tarfile.TarInfo("bundles/.hidden")),
        ({}, tarfile.TarInfo("unlisted")),
        ({}, _link("link", tarfile.SYMTYPE, "/etc/passwd")),
        ({}, _link("link", tarfile.LNKTYPE, "secret")),
        ({}, _link("device", tarfile.CHRTYPE, "")),
    ],
)
def test_a_changed_backup_is_refused_and_nothing_remains(
    services: Services,
    settings: Settings,
    elsewhere: Settings,
    tmp_path: Path,
    change: dict[str, bytes | None],
    extra: tarfile.TarInfo | None,
) -> None:
    read_secret(settings.data)
    make_backup(settings, tmp_path / "kept.tar.gz")
    before = sorted(path.name for path in tmp_path.iterdir())
    _rewrite(tmp_path / "kept.tar.gz", change, extra)
    with pytest.raises(BackupError, match=r"damaged|isn't a backup"):
        restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_bytes_that_are_lost_are_noticed(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")
    whole = (tmp_path / "kept.tar.gz").read_bytes()
    damaged = tmp_path / "damaged.tar.gz"
    for data in (b"", b"no archive", whole[: len(whole) // 2], whole[:-9], gzip.compress(b"no archive")):
        damaged.write_bytes(data)
        with pytest.raises(BackupError, match="damaged"):
            restore_backup(elsewhere, damaged)
        assert not elsewhere.data.exists()


def test_a_damaged_database_is_not_put_back(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")
    with tarfile.open(tmp_path / "kept.tar.gz") as tar:
        file = tar.extractfile(CONTENTS)
        assert file is not None
        contents: dict[str, Any] = json.loads(file.read())
    broken = b"SQLite format 3\0" + b"\7" * 4096
    contents["files"]["database.sqlite3"] = {"size": len(broken), "sha256": hashlib.sha256(broken).hexdigest()}
    _rewrite(tmp_path / "kept.tar.gz", {"database.sqlite3": broken, CONTENTS: json.dumps(contents).encode()})
    with pytest.raises(BackupError, match="The database in the backup is damaged"):
        restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    assert not elsewhere.data.exists()


def test_a_full_disk_leaves_nothing_half_done(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")
    before = sorted(path.name for path in tmp_path.iterdir())

    def refuse(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "move", refuse)
    away = elsewhere.model_copy(update={"database_url": f"sqlite:///{tmp_path}/away/x.sqlite3"})
    with pytest.raises(BackupError, match="No space left on device"):
        restore_backup(away, tmp_path / "kept.tar.gz")
    assert not elsewhere.data.exists()
    monkeypatch.setattr("app.work.backup._add", refuse)
    with pytest.raises(BackupError, match="No space left on device"):
        make_backup(settings, tmp_path / "other.tar.gz")
    assert [name for name in sorted(path.name for path in tmp_path.iterdir()) if name != "away"] == before


@pytest.mark.parametrize("place", ["restored/jaxdojo.sqlite3", "away/x.sqlite3"])
def test_an_error_at_the_last_step_leaves_the_data_directory_unused(
    services: Services,
    settings: Settings,
    elsewhere: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
) -> None:
    """What has been moved by then is moved back, and the part of the database that was copied is deleted."""
    read_secret(settings.data)
    make_backup(settings, tmp_path / "kept.tar.gz")
    chosen = elsewhere.model_copy(update={"database_url": f"sqlite:///{tmp_path / place}"})
    elsewhere.data.mkdir()
    move = shutil.move

    def refuse(source: Path, target: Path) -> None:
        if target != tmp_path / place:
            move(source, target)
            return
        target.write_bytes(b"a part")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "move", refuse)
        with pytest.raises(BackupError, match="No space left on device"):
            restore_backup(chosen, tmp_path / "kept.tar.gz")
    assert list(elsewhere.data.iterdir()) == []
    assert not (tmp_path / place).exists()
    restore_backup(chosen, tmp_path / "kept.tar.gz")
    assert (tmp_path / place).is_file()


def test_a_data_directory_that_exists_is_filled_and_nothing_is_written_beside_it(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for a container's volume or a new disk: it can't be replaced, and its parent may be read-only."""
    make_backup(settings, tmp_path / "kept.tar.gz")
    (elsewhere.data / "lost+found").mkdir(parents=True)
    number, before = elsewhere.data.stat().st_ino, sorted(tmp_path.iterdir())
    meanwhile: list[list[Path]] = []
    monkeypatch.setattr("app.work.backup._require_sound", lambda _copy: meanwhile.append(sorted(tmp_path.iterdir())))
    restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    assert meanwhile == [before]
    assert elsewhere.data.stat().st_ino == number
    assert (elsewhere.data / "jaxdojo.sqlite3").is_file()
    assert [path.name for path in elsewhere.data.iterdir() if path.name.startswith(".jaxdojo-restore")] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("place", ["jaxdojo.sqlite3", "database/of/dojo.sqlite3"])
def test_what_root_restores_belongs_to_the_owner_of_the_data_directory(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path, place: str
) -> None:
    """Otherwise a service with an account of its own couldn't read it."""
    elsewhere = elsewhere.model_copy(update={"database_url": f"sqlite:///{elsewhere.data / place}"})
    read_secret(settings.data)
    make_backup(settings, tmp_path / "kept.tar.gz")
    elsewhere.data.mkdir()
    os.chown(elsewhere.data, 12345, 12346)
    restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    found = {(path.stat().st_uid, path.stat().st_gid) for path in elsewhere.data.rglob("*")}
    assert found == {(12345, 12346)}


def test_a_service_that_starts_meanwhile_keeps_its_database(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")

    def start(_copy: Path) -> None:
        (elsewhere.data / "jaxdojo.sqlite3").write_bytes(b"another")

    monkeypatch.setattr("app.work.backup._require_sound", start)
    with pytest.raises(BackupError, match="File exists"):
        restore_backup(elsewhere, tmp_path / "kept.tar.gz")
    assert [path.name for path in elsewhere.data.iterdir()] == ["jaxdojo.sqlite3"]
    assert (elsewhere.data / "jaxdojo.sqlite3").read_bytes() == b"another"


@pytest.mark.parametrize("place", ["restored/dojo.sqlite3", "restored/database/dojo.sqlite3", "away/dojo.sqlite3"])
def test_the_database_may_be_anywhere(
    services: Services, settings: Settings, elsewhere: Settings, tmp_path: Path, place: str
) -> None:
    make_backup(settings, tmp_path / "kept.tar.gz")
    restore_backup(
        elsewhere.model_copy(update={"database_url": f"sqlite:///{tmp_path / place}"}), tmp_path / "kept.tar.gz"
    )
    assert (tmp_path / place).is_file()
    assert not (elsewhere.data / "database.sqlite3").exists()


def test_only_files_of_working_copies_may_vanish_meanwhile(
    services: Services, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vanished: list[str] = []

    def list_more(*given: Any) -> Iterator[tuple[str, Path]]:  # noqa: ANN401 - as `_list_files` takes them
        yield from _list_files(*given)
        yield from ((name, settings.data / name) for name in vanished)

    monkeypatch.setattr("app.work.backup._list_files", list_more)
    vanished.append("working/shift/problems/shift/hints.md")
    make_backup(settings, tmp_path / "kept.tar.gz")
    with tarfile.open(tmp_path / "kept.tar.gz") as tar:
        assert [name for name in tar.getnames() if name.startswith("working")] == []
    vanished.append("bundles/abc/cases.bin")
    with pytest.raises(BackupError, match=r"bundles/abc/cases.bin can't be read: No such file"):
        make_backup(settings, tmp_path / "other.tar.gz")
    assert not (tmp_path / "other.tar.gz").exists()


async def test_what_is_restored_sends_nothing_until_told_to(
    services: Services,
    settings: Settings,
    elsewhere: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert is_sending(settings.data)
    file = tmp_path / "backup"
    make_backup(settings, file)
    monkeypatch.setenv("JAXDOJO_DATA", str(elsewhere.data))
    run = make_command(monkeypatch, capsys)
    code, output, error = run("restore", str(file))
    assert (code, "sends no webhooks and mails" in output) == (0, True), error
    assert not is_sending(elsewhere.data)
    application = create_app(elsewhere.model_copy(update={"runner": "separate"}))
    async with application.router.lifespan_context(application), make_person(application).http as http:
        found = (await http.get("/readyz")).json()
        assert (found["sends"], found["advice"][0]) == (False, ADVICE)
        assert run("sending", "on")[0] == 0
        assert (await http.get("/readyz")).json()["sends"] is True, "no restart is needed"
    assert run("sending", "off")[0] == 0
    assert not is_sending(elsewhere.data)
    shutil.rmtree(elsewhere.data)
    assert run("restore", "--live", str(file))[0] == 0
    assert is_sending(elsewhere.data)
    copy = tmp_path / "copy"
    assert run("sending", "off")[0] == 0
    make_backup(elsewhere, copy)
    shutil.rmtree(elsewhere.data)
    assert run("restore", "--live", str(copy))[0] == 0
    assert is_sending(elsewhere.data), "a backup doesn't hold it"
