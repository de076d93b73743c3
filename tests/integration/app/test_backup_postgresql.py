"""The backup instructions in docs/postgresql.md, carried out: a queued submission is graded after a restore."""

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
ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "postgresql.md"
SETTINGS = {"JAXDOJO_DATABASE_URL", "JAXDOJO_DATA", "JAXDOJO_BUNDLES_URL", "BACKUPS"}


def _read_commands() -> list[str]:
    """Return the guide's blocks that call the script, without the settings and the commands of `jaxdojo`."""
    _, _, part = GUIDE.read_text(encoding="utf-8").partition("\n## Backup\n")
    blocks = [block for block in re.findall(r"```sh\n(.*?)```", part, re.DOTALL) if "sh deploy/" in block]
    assert set(re.findall(r"([A-Z_]+)=", blocks[0])) == SETTINGS, "a shell doesn't have the service's settings"
    return [re.sub(r"^(export|jaxdojo) .*\n", "", block, flags=re.MULTILINE) for block in blocks]


def _run(commands: str, settings: Settings, folder: Path) -> str:
    binaries = find_binaries()
    assert binaries is not None
    own = {"JAXDOJO_DATABASE_URL": settings.database_url, "JAXDOJO_DATA": str(settings.data)}
    own |= {"JAXDOJO_BUNDLES_URL": f"{settings.data}-bundles", "BACKUPS": str(folder)}
    assert own.keys() == SETTINGS
    environment = os.environ | own | {"PATH": f"{binaries}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", commands], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, ""), commands
    return done.stdout


def _execute(settings: Settings, *statements: str) -> None:
    with closing(psycopg.connect(settings.database_url, autocommit=True)) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@pytest.mark.databases("postgresql")
async def test_the_commands_of_the_guide_lose_nothing(
    services: Services, settings: Settings, account: Account, postgresql: Server, tmp_path: Path
) -> None:
    saving, restoring = _read_commands()
    secret = read_secret(settings.data)
    _execute(settings, f"CREATE ROLE {ROLE}")
    grant_rights(settings.database_url, ROLE)
    waiting = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    shared = settings.data.with_name(f"{settings.data.name}-bundles")
    shared.mkdir()
    (shared / "one").touch()
    backups = tmp_path / "backups"
    backups.mkdir()
    made = Path((await asyncio.to_thread(_run, saving, settings, backups)).strip())
    await services.submissions.create(account, "double", "x = 2", Mode.SUBMIT)  # after the backup, so it isn't included

    _execute(settings, f"DROP OWNED BY {ROLE}", f"DROP ROLE {ROLE}")  # as on another machine, where it was never made
    name = postgresql.make_database()
    restored = settings.model_copy(update={"data": tmp_path / "restored", "database_url": postgresql.address(name)})
    restoring = restoring.replace("jaxdojo-2030-01-31T030000", made.name)
    await asyncio.to_thread(_run, restoring, restored, backups)
    assert (tmp_path / "restored-bundles" / "one").exists()
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
