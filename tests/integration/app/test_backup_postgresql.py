"""The backup instructions in docs/postgresql.md, command by command: a queued submission is graded after a restore."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from app.db.runner_role import grant_rights
from app.db.statuses import EventKind
from app.db.upgrade import is_current
from app.services import make_services
from app.work.checking import read_secret
from app.work.runner import Runner
from grader.report import Mode
from tests.integration.app.conftest import StandInGrader
from tests.postgresql import find_binaries

if TYPE_CHECKING:
    from app.domains.accounts.schemas import Account
    from app.kit.settings import Settings
    from app.services import Services
    from tests.postgresql import Server

ROLE = "runner_of_a_backup"
GUIDE = Path(__file__).parents[3] / "docs" / "postgresql.md"


def _read_commands() -> list[list[str]]:
    """Return the commands of each block in the guide's part about backups, without `jaxdojo` and Docker's commands."""
    _, _, part = GUIDE.read_text(encoding="utf-8").partition("\n## Backup\n")
    blocks = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
    own = [block for block in blocks if not block.startswith("docker ")]
    return [[line for line in block.splitlines() if not line.startswith("jaxdojo ")] for block in own]


def _run(command: str, folder: Path, settings: Settings) -> None:
    binaries = find_binaries()
    assert binaries is not None
    own = {"JAXDOJO_DATABASE_URL": settings.database_url, "JAXDOJO_DATA": str(settings.data)}
    environment = os.environ | own | {"PATH": f"{binaries}:{os.environ['PATH']}"}
    # The guide restores a file with a fixed date, whereas this one has today's.
    today = re.sub(r"2030-01-31|\$\(date \+%F\)", "today", command)
    done = subprocess.run(
        ["sh", "-c", today], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, ""), today


def _execute(settings: Settings, *statements: str) -> None:
    with closing(psycopg.connect(settings.database_url, autocommit=True)) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@pytest.mark.databases("postgresql")
async def test_the_commands_of_the_guide_lose_nothing(
    services: Services, settings: Settings, account: Account, postgresql: Server, tmp_path: Path
) -> None:
    saving, restoring = _read_commands()
    assert (len(saving), len(restoring)) == (2, 2)
    secret = read_secret(settings.data)
    _execute(settings, f"CREATE ROLE {ROLE}")
    grant_rights(settings.database_url, ROLE)
    waiting = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    for command in saving:
        await asyncio.to_thread(_run, command, tmp_path, settings)
    await services.submissions.create(account, "double", "x = 2", Mode.SUBMIT)  # after the backup, so it isn't included

    _execute(settings, f"DROP OWNED BY {ROLE}", f"DROP ROLE {ROLE}")  # as on another machine, where it was never made
    name = postgresql.make_database()
    restored = settings.model_copy(update={"data": tmp_path / "restored", "database_url": postgresql.address(name)})
    restored.data.mkdir()
    for command in restoring:
        await asyncio.to_thread(_run, command, tmp_path, restored)
    assert is_current(restored.database_url)
    assert read_secret(restored.data) == secret
    again = make_services(restored)
    try:
        runner = Runner(again, StandInGrader(), poll_s=0.05)
        await runner.start()
        async with asyncio.timeout(60):
            kinds = [event.kind async for event in again.submissions.events(waiting.id, account)]
        await runner.stop()
        assert kinds[-1] is EventKind.VERDICT
        backlog = await again.submissions.measure_backlog()
        assert sum(found.count for found in backlog.values()) == 0
    finally:
        await again.close()
        postgresql.drop_database(name)
