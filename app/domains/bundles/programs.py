"""Compiled programs of shared bundles: published once for each kind of machine, and fetched by the other machines.

A machine's kind is everything that compiled programs depend on: the versions of Python, jax, jaxlib and flax, the
device, and the processor's instruction set. On any other kind of machine sandboxes compile the programs themselves,
which is only slower.

Programs run only inside the sandbox, but a modified one could compute something else, so the database keeps each
archive's SHA-256, and only matching archives are unpacked.
"""

from __future__ import annotations

import hashlib
import io
import platform
import shutil
import tempfile
import threading
import time
import zipfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy import delete, insert, select

from app.db.models import BundlePrograms
from app.domains.bundles.lock import SCRATCH, hold
from app.kit.version import find_package
from grader.bundle.checksums import CACHE_NAME, drop_sums, is_whole, move_with_sums
from grader.errors import BundleError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.bundles.remote import RemoteFolder
    from app.kit.settings import Settings

LOOK_AGAIN_S: Final = 300.0
"""Seconds before missing programs are looked for again: machines compile them when idle."""
PACKAGES: Final = ("jax", "jaxlib", "flax")
PROCESSOR: Final = Path("/proc/cpuinfo")
MAX_UNPACKED: Final = 2**31
"""Maximum size, in bytes, of all members of an archive together."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""Fixed timestamp of archive members, so that the same programs make the same archive."""

logger = structlog.stdlib.get_logger(__name__)


class SharedPrograms:
    """Publishes and fetches compiled programs. Its methods block, so they are for threads."""

    def __init__(self, settings: Settings, database: Database, remote: RemoteFolder) -> None:
        self._cache = settings.compile_cache
        self._database = database
        self._remote = remote
        self._machine = name_machine(settings.device)
        self._looked_for: dict[str, float] = {}
        self._locks: dict[str, threading.Lock] = {}

    def share(self, digest: str) -> None:
        """Publish this machine's programs of a bundle. Blocks; raises `BundleError`."""
        if not is_whole(self._cache / digest):
            return
        data = pack(self._cache / digest)
        self._remote.write(f"{digest}/{self._machine}.zip", data)
        found = hashlib.sha256(data).hexdigest()
        self._database.write_blocking(lambda session: _store_sum(session, digest, self._machine, found))

    def bring(self, digest: str) -> None:
        """Fetch a bundle's programs for this kind of machine unless they are cached. Blocks; never raises.

        Without them sandboxes compile. Missing ones are looked for at most every `LOOK_AGAIN_S` seconds.
        """
        with self._locks.setdefault(digest, threading.Lock()):  # a second grade waits here, then finds the programs
            looked = self._looked_for.get(digest)
            if looked is not None and time.monotonic() - looked < LOOK_AGAIN_S:
                return
            if not is_whole(self._cache / digest):
                self._fetch(digest)
            self._looked_for[digest] = time.monotonic()

    def _fetch(self, digest: str) -> None:
        try:
            wanted = self._database.read_blocking(lambda session: _find_sum(session, digest, self._machine))
            if wanted is None:
                logger.info("no_programs_for_this_machine", bundle=digest, machine=self._machine)
                return
            names = [f"{digest}/{self._machine}.zip"]
            with hold(self._cache):
                if is_whole(self._cache / digest):
                    return  # another process of this machine just brought them
                [data] = self._remote.read(names, lambda found: hashlib.sha256(found[0]).hexdigest() == wanted)
                unpack(data, self._cache / digest)
        except Exception as error:  # noqa: BLE001 - only an optimisation
            logger.warning("programs_not_fetched", bundle=digest, reason=str(error))


@cache
def name_machine(device: str) -> str:
    """Return a name for everything that compiled programs depend on."""
    versions = [f"{name} {find_package(name)}" for name in PACKAGES]
    try:
        lines = PROCESSOR.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    abilities = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    parts = [platform.machine(), platform.python_version(), device, *versions, " ".join(sorted(abilities.split()))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def pack(directory: Path) -> bytes:
    """Return the files of a directory as one archive."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(directory.iterdir()):
            archive.writestr(zipfile.ZipInfo(path.name, EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return target.getvalue()


def unpack(data: bytes, directory: Path) -> None:
    """Write an archive's files into `directory`, all or none, and record their checksums.

    Raises `BundleError` for an archive that isn't `pack`'s.
    """
    directory.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=directory.parent, prefix=SCRATCH))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > MAX_UNPACKED:
                message = "more programs than any bundle has"
                raise BundleError(message)
            for member in members:
                if not CACHE_NAME.fullmatch(member.filename):
                    message = f"no program is called {member.filename[:80]!r}"
                    raise BundleError(message)
                path = scratch / member.filename
                path.write_bytes(archive.read(member))
                path.chmod(0o644)
        scratch.chmod(0o755)
        drop_sums(directory)
        shutil.rmtree(directory, ignore_errors=True)
        move_with_sums(scratch, directory)
    except zipfile.BadZipFile as error:
        message = "the programs aren't an archive"
        raise BundleError(message) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _find_sum(session: Session, digest: str, machine: str) -> str | None:
    statement = select(BundlePrograms.sha256).where(BundlePrograms.digest == digest, BundlePrograms.machine == machine)
    return session.connection().execute(statement).scalar_one_or_none()


def _store_sum(session: Session, digest: str, machine: str, found: str) -> None:
    connection = session.connection()
    connection.execute(delete(BundlePrograms).where(BundlePrograms.digest == digest, BundlePrograms.machine == machine))
    connection.execute(insert(BundlePrograms).values(digest=digest, machine=machine, sha256=found))
