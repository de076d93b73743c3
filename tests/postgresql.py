"""A PostgreSQL server for tests: Debian's programs, its own folder, a free port of this machine.

Started by `Server.start`, stopped by `Server.stop`; in between it can be stopped and started again, as in a restart.
PostgreSQL refuses to run as root, so there it runs as `postgres` or `nobody`.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.ports import find_free_port

BINARIES: Final = Path("/usr/lib/postgresql")
"""Debian's folder for the programs, which has a subfolder for each version."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only a folder of the server's own is made in it
"""Where its files lie if there is room: copying a database takes 50 ms there, and 500 ms on a slow disk."""
MEMORY_BYTES: Final = 4 << 30
"""The free memory from which on they do."""
START_S: Final = 60.0
"""The maximum time of a start, in seconds, on a busy machine."""
OPTIONS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "300",
    "shared_buffers": "64MB",
    "max_wal_size": "256MB",
}
FORGETFUL: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Options of a server that needn't survive a crash of the machine, so nothing has to reach the disk."""


def find_binaries() -> Path | None:
    """Return the folder of PostgreSQL's newest programs; None if there are none."""
    found = [path.parent for path in BINARIES.glob("*/bin/initdb") if (path.parent / "postgres").is_file()]
    on_path = shutil.which("initdb")
    if not found and on_path is not None:
        found = [Path(on_path).resolve().parent]
    return max(found, key=lambda path: (len(path.parent.name), path.parent.name), default=None)


class Server:
    """One server. `superuser` in its URLs may do everything; there are no passwords.

    With `disk`, its files are on a disk of that many bytes, which is lost when it stops. A `durable` one commits to the
    machine's disk, as an operator's does.
    """

    def __init__(self, binaries: Path, disk: int | None = None, *, durable: bool = False) -> None:
        self._binaries = binaries
        self._disk = disk
        self._options = OPTIONS if durable else OPTIONS | FORGETFUL
        place = None if durable else _find_memory()
        self._folder = Path(tempfile.mkdtemp(prefix="jaxdojo-postgresql-", dir=place))
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        self.port = 0

    def start(self) -> None:
        """Create the databases' files unless they exist, and start; a restart uses the same port."""
        data = self._folder / "disk" / "data"
        if not self.port:
            self.port = find_free_port()
            user = _find_user()
            if user is not None:
                os.chown(self._folder, user.pw_uid, user.pw_gid)
        make = [
            *(str(self._binaries / "initdb"), "--pgdata", str(data), "--username", "superuser", "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"),
        ]
        options = [word for name, value in self._options.items() for word in ("-c", f"{name}={value}")]
        serve = [str(self._binaries / "postgres"), "-D", str(data), "-p", str(self.port), *options]
        todo = f"test -e {shlex.quote(str(data))} || {shlex.join(make)} && exec {shlex.join(serve)}"
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._mount(), "sh", "-c", todo],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **_run_as(),
            )
        self._wait()

    def stop(self) -> None:
        """Stop it like an operator's restart: clients are disconnected, committed data is kept.

        With its own disk, nothing is kept, and bubblewrap doesn't forward signals, so it is killed.
        """
        if self._process is not None:
            self._process.send_signal(signal.SIGINT if self._disk is None else signal.SIGKILL)
            self._process.wait(START_S)
            self._process = None

    def remove(self) -> None:
        """Stop it and delete everything. If SIGINT is ignored, as in a shell's background job, it is killed."""
        try:
            self.stop()
        except subprocess.TimeoutExpired as expired:
            if self._process is None:
                raise AssertionError("only a process can be waited for") from expired
            self._process.kill()
            self._process.wait(START_S)
        shutil.rmtree(self._folder)

    def address(self, database: str) -> str:
        """Return a database's URL, as an operator would write it."""
        return f"postgresql://superuser@127.0.0.1:{self.port}/{database}"

    def make_database(self, template: str = "template0") -> str:
        """Create a database as a copy of `template`, and return its name."""
        self._made += 1
        name = f"test_{self._made}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop_database(self, name: str) -> None:
        """Drop a database, even if there are connections to it."""
        self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        with contextlib.closing(psycopg.connect(self.address("postgres"), autocommit=True)) as connection:
            connection.execute(statement.encode())

    def _mount(self) -> list[str]:
        """Return the prefix of a command that gives it a small disk."""
        if self._disk is None:
            return []
        place = str(self._folder / "disk")
        return [
            *("bwrap", "--bind", "/", "/", "--dev", "/dev", "--size", str(self._disk), "--tmpfs", place),
            *("--unshare-pid", "--die-with-parent", "--"),
        ]

    def _wait(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_S
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
            except psycopg.OperationalError:
                log = (self._folder / "log").read_text(errors="replace")
                assert self._process.poll() is None, f"PostgreSQL ended at once:\n{log}"
                assert time.monotonic() < deadline, f"PostgreSQL doesn't answer:\n{log}"
                time.sleep(0.05)
            else:
                return


def _find_memory() -> Path | None:
    """Return a folder in memory with enough room; None if there is none."""
    with contextlib.suppress(OSError):
        if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_BYTES:
            return MEMORY
    return None


def _find_user() -> pwd.struct_passwd | None:
    """Return the user who runs PostgreSQL if root runs the tests."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


def _run_as() -> dict[str, Any]:
    user = _find_user()
    return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
