"""Makes a backup of a running installation as one file, and restores it.

The file is a gzipped tar archive::

    database.sqlite3        a consistent snapshot, copied by SQLite itself
    secret                  the seed of the hidden cases
    encryption.keys         the keys that encrypt secrets in the database, unless they come from a setting
    bundles/<digest>/…      the published problems
    working/<slug>/…        what instructors are editing
    contents.json           format, version, time, and each file's size and sha256; the last entry

The database is copied first: a bundle is stored before a row names it, so every bundle that the copy names exists.
Compiled programs are left out because they run on only one kind of machine. The first start after a restore finds them
missing and publishes again, which produces the same versions from the same secret.

A backup holds password hashes, the secret and the keys: it is readable by its owner only.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.db.session import parse_url
from app.db.upgrade import upgrade
from app.domains.vault.keys import FILE as KEYS
from app.kit.errors import OperatorError
from app.kit.last_backup import note_backup
from app.kit.sending import switch_sending
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.kit.settings import Settings

FORMAT: Final = 1
DATABASE: Final = "database.sqlite3"
SECRETS: Final = ("secret", KEYS)
CONTENTS: Final = "contents.json"
WORKING: Final = "working"
FOLDERS: Final = ("bundles", WORKING)
LOST_AND_FOUND: Final = "lost+found"
"""What an empty disk holds."""
MAX_CONTENTS: Final = 64 * 2**20
"""The maximum size of the list of contents, in bytes."""
NAME: Final = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""A path in the archive: plain segments, no hidden files and no `..`."""
_UNREADABLE = (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, KeyError, TypeError)


class BackupError(OperatorError):
    """A backup can't be made or restored."""

    code = "backup"
    exit_code = 2


@dataclass(frozen=True)
class Summary:
    """A summary of a backup."""

    made: datetime
    version: str
    files: int
    size: int
    """The size of all unpacked files, in bytes."""


def make_backup(settings: Settings, target: Path) -> Summary:
    """Write a backup to `target`, which must not exist, and verify it; the service may keep running.

    Raises `BackupError`.
    """
    database = _find_database(settings)
    if not database.is_file():
        raise BackupError(f"There is nothing to back up: {database} doesn't exist. Set JAXDOJO_DATA to its directory.")
    if target.exists():
        raise BackupError(f"{target} already exists; choose another name.")
    try:
        with tempfile.TemporaryDirectory(prefix=".jaxdojo-backup-", dir=target.parent) as scratch:
            archive, copy = Path(scratch) / "backup", Path(scratch) / DATABASE
            archive.touch(mode=0o600)
            _copy_database(database, copy)
            _write(settings, copy, archive)
            summary = _read(archive, None)
            archive.rename(target)
        note_backup(settings.data)
    except sqlite3.Error as error:
        raise BackupError(f"The database can't be copied: {error}.") from error
    except OSError as error:
        raise BackupError(f"{target} can't be written: {error.strerror or error}.") from error
    return summary


def restore_backup(settings: Settings, source: Path) -> Summary:
    """Restore the backup `source`, completely or not at all; the data directory must be empty or missing.

    A data directory that exists is filled, not replaced: it may be a mount point, and its parent may belong to others.
    The restored installation sends no webhooks or mail until `app.kit.sending.switch_sending` turns them on.

    Raises `BackupError`.
    """
    database = _find_database(settings)
    is_new = not settings.data.exists()
    if database.exists() or not (is_new or {path.name for path in settings.data.iterdir()} <= {LOST_AND_FOUND}):
        raise BackupError(f"{settings.data} is in use. Move it away, or set JAXDOJO_DATA to another directory.")
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".jaxdojo-restore-", dir=settings.data) as scratch:
            whole = Path(scratch)
            summary = _read(source, whole)
            _require_sound(whole / DATABASE)
            switch_sending(whole, on=False)
            _give_to_owner(whole.rglob("*"), settings.data)
            _put_in_place(whole, settings.data, database)
    except OSError as error:
        raise BackupError(f"{settings.data} can't be written: {error.strerror or error}.") from error
    finally:
        if is_new:
            with contextlib.suppress(OSError):  # It isn't empty unless the restore failed.
                settings.data.rmdir()
    upgrade(settings.database_url)
    return summary


def _give_to_owner(paths: Iterable[Path], data: Path) -> None:
    """Give what root made to the owner of the data directory: otherwise the service's account can't read it."""
    if os.geteuid() == 0:
        owner = data.stat()
        for path in paths:
            os.chown(path, owner.st_uid, owner.st_gid)


def _put_in_place(whole: Path, data: Path, database: Path) -> None:
    """Move the restored files into the data directory, and last the database to its place, which may be elsewhere.

    An error moves everything back: the files are of no use without the database, and the other way round.
    """
    tried: list[tuple[Path, Path]] = []
    try:
        for entry in sorted(whole.iterdir(), key=lambda one: one.name == DATABASE):
            place = database if entry.name == DATABASE else data / entry.name
            missing = [folder for folder in place.parents if not folder.exists()]
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _give_to_owner(missing, data)
            if place.exists():  # A service was started meanwhile.
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            tried.append((entry, place))
            shutil.move(entry, place)
    except OSError:
        for entry, place in tried:
            if entry.exists():
                place.unlink(missing_ok=True)  # the part of the database that was copied to another disk
            else:
                place.rename(entry)
        raise


def _find_database(settings: Settings) -> Path:
    url = parse_url(settings.database_url)
    if url.get_backend_name() != "sqlite":
        raise BackupError(
            "This command backs up SQLite only. Dump PostgreSQL with pg_dump, and copy the folders of published "
            f"problems and working copies in {settings.data} as well. docs/postgresql.md explains how to restore them."
        )
    if not url.database:
        raise BackupError("A database in memory can't be backed up.")
    return Path(url.database)


def _copy_database(database: Path, copy: Path) -> None:
    """Copy a consistent snapshot, even while others write."""
    copy.touch(mode=0o600)
    uri = f"{database.resolve().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(uri, uri=True)) as running,
        contextlib.closing(sqlite3.connect(copy)) as written,
    ):
        running.backup(written)
        written.execute("PRAGMA journal_mode=DELETE")  # a single, self-contained file


def _write(settings: Settings, database: Path, archive: Path) -> None:
    listed: dict[str, dict[str, Any]] = {}
    with archive.open("wb") as file, tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
        for name, path in _list_files(settings, database):
            try:
                data = path.read_bytes()
            except OSError as error:
                if isinstance(error, FileNotFoundError) and name.startswith(f"{WORKING}/"):
                    continue  # An instructor deleted it a moment ago.
                raise BackupError(f"{path} can't be read: {error.strerror or error}.") from error
            listed[name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            _add(tar, name, data)
        contents = {"format": FORMAT, "made": datetime.now(UTC).isoformat(), "version": find_version()}
        _add(tar, CONTENTS, json.dumps(contents | {"files": listed}).encode())


def _list_files(settings: Settings, database: Path) -> Iterator[tuple[str, Path]]:
    yield DATABASE, database
    for name in SECRETS:
        if (settings.data / name).is_file():
            yield name, settings.data / name
    for folder in FOLDERS:
        for path in sorted((settings.data / folder).rglob("*")):
            name = path.relative_to(settings.data).as_posix()
            if path.is_file() and not path.is_symlink() and NAME.fullmatch(name):
                yield name, path


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), 0o600
    tar.addfile(entry, io.BytesIO(data))


def _read(archive: Path, into: Path | None) -> Summary:
    """Read every file, unpack it below `into` if given, and compare them all with the list of contents."""
    found: dict[str, dict[str, Any]] = {}
    contents: dict[str, Any] | None = None
    try:
        with gzip.open(archive) as stream, tarfile.open(fileobj=stream, mode="r:") as tar:
            for entry in tar:
                if not entry.isfile() or not NAME.fullmatch(entry.name) or entry.name in found or contents is not None:
                    raise BackupError(f"{archive} isn't a backup of JAX Dojo: it holds {entry.name!r}.")
                data = _read_entry(tar, entry)
                if entry.name == CONTENTS:
                    contents = json.loads(data)
                    continue
                found[entry.name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                if into is not None:
                    path = into / entry.name
                    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    path.touch(mode=0o600)
                    path.write_bytes(data)
            stream.read()  # to the end, where gzip's own checksum is
        if contents is None or contents["files"] != found or DATABASE not in found:
            raise BackupError(f"{archive} is damaged: its files don't match its list of contents.")
        if contents["format"] != FORMAT:
            raise BackupError(f"{archive} was made by version {contents['version']}, which is too new to be read here.")
        size = sum(one["size"] for one in found.values())
        return Summary(datetime.fromisoformat(contents["made"]), str(contents["version"]), len(found), size)
    except _UNREADABLE as error:
        if isinstance(error, OSError) and error.errno and not isinstance(error, tarfile.TarError):
            raise
        raise BackupError(f"{archive} is damaged, or isn't a backup of JAX Dojo: {error}.") from error


def _read_entry(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
    if entry.name == CONTENTS and entry.size > MAX_CONTENTS:
        raise ValueError("its list of contents is too long")
    file = tar.extractfile(entry)
    data = file.read() if file is not None else b""
    if len(data) != entry.size:
        raise EOFError("it ends too early")
    return data


def _require_sound(database: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"The database in the backup is damaged: {error}.") from error
    if found != ("ok",):
        raise BackupError(f"The database in the backup is damaged: {found[0] if found else 'no answer'}.")
