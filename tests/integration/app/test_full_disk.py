"""PostgreSQL on a full disk: its files are on a separate, small disk. For SQLite, see `test_faults`."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
from typing import TYPE_CHECKING, Final

import psycopg
import pytest
import structlog
from sqlalchemy import select

from app.db.models import Submission
from app.db.upgrade import upgrade
from tests.postgresql import Server, find_binaries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fastapi import FastAPI

    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader

DISK: Final = 192 * 2**20
"""The disk's size in bytes, about half of which a new server uses."""
PATH: Final = "/api/v1/problems/double/submissions"
NOISE: Final = random.Random(0).randbytes(500_000).hex()  # noqa: S311 - no secret, but nothing to compress either
BODY: Final = {"source": NOISE[:60_000], "mode": "submit"}


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """Yield a server on a small disk."""
    binaries = find_binaries()
    if binaries is None or shutil.which("bwrap") is None:
        pytest.skip("PostgreSQL's initdb or bubblewrap is missing (Debian: apt-get install postgresql bubblewrap)")
    server = Server(binaries, DISK)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def database_url(small: Server) -> str:
    address = small.address(small.make_database())
    upgrade(address)
    return address


def _fill(address: str) -> None:
    """Fill the disk to the last block. This bypasses the write-ahead log, which has room to continue."""
    with contextlib.closing(psycopg.connect(address, autocommit=True)) as connection:
        connection.execute("SELECT pg_switch_wal()")
        connection.execute("CHECKPOINT")
        connection.execute("CREATE UNLOGGED TABLE ballast (filler text)")
        connection.execute("ALTER TABLE ballast ALTER filler SET STORAGE EXTERNAL")
        for rows in (1000, 100, 10, 1):
            with contextlib.suppress(psycopg.errors.DiskFull):
                for _ in range(10_000):
                    connection.execute(
                        "INSERT INTO ballast SELECT repeat('x', 7000) FROM generate_series(1, %s)", [rows]
                    )


def _make_room(address: str) -> None:
    with contextlib.closing(psycopg.connect(address, autocommit=True)) as connection:
        connection.execute("DROP TABLE ballast")
        connection.execute("CHECKPOINT")


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_full_disk_is_told_and_breaks_no_promise(
    application: FastAPI, ada: Person, grader: StandInGrader, small: Server, database_url: str
) -> None:
    """Submissions that got a 202 before the disk was full are judged once there is room again; others aren't stored."""
    services: Services = application.state.services
    grader.gate.clear()
    promised = [(await ada.http.post(PATH, json=BODY)).json()["id"]]
    await _until(lambda: bool(grader.sources))
    await asyncio.to_thread(_fill, database_url)

    with structlog.testing.capture_logs() as logs:
        refused = await ada.http.post(PATH, json=BODY)
        assert refused.status_code == 503
        assert "Retry-After" in refused.headers
        assert refused.json()["code"] == "database_unavailable"
        assert (await ada.http.get(f"/api/v1/submissions/{promised[0]}")).status_code == 200, "reading goes on"
        grader.message = NOISE
        grader.gate.set()
        await _until(lambda: any(line["event"] == "record_waits" for line in logs))
    assert any("No space left on device" in str(line.get("reason")) for line in logs)

    await asyncio.to_thread(_make_room, database_url)
    promised.append((await ada.http.post(PATH, json=BODY)).json()["id"])
    for submission in promised:
        events = (await ada.http.get(f"/api/v1/submissions/{submission}/events")).text
        assert "event: verdict" in events
    attempts = await services.database.read(lambda session: list(session.scalars(select(Submission.attempts))))
    assert attempts == [1, 1], "two are stored, and neither was graded twice"
