"""`deploy/postgresql/backup.sh`, with stand-ins for PostgreSQL's tools: what it keeps, and what a failure leaves."""

from __future__ import annotations

import os
import subprocess
import tarfile
from typing import TYPE_CHECKING

import pytest

from tests.unit.deploy.shared import DEPLOY

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = DEPLOY / "postgresql" / "backup.sh"
DUMP = '#!/bin/sh\nfor one in "$@"; do case $one in --file=*) echo dump > "${one#--file=}";; esac; done\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name in ("tools", "data", "bundles", "backups"):
        (tmp_path / name).mkdir()
    for name, text in (("pg_dump", DUMP), ("pg_restore", "#!/bin/sh\n")):
        tool = tmp_path / "tools" / name
        tool.write_text(text, encoding="utf-8")
        tool.chmod(0o755)
    (tmp_path / "data" / "secret").write_text("s", encoding="utf-8")
    (tmp_path / "data" / "compile_cache").mkdir()
    (tmp_path / "bundles" / "one").mkdir()
    return tmp_path


def back_up(place: Path) -> subprocess.CompletedProcess[str]:
    variables = {
        "PATH": f"{place / 'tools'}:{os.environ['PATH']}",
        "JAXDOJO_DATABASE_URL": "postgresql://nowhere/jaxdojo",
        "JAXDOJO_DATA": str(place / "data"),
        "BUNDLES": str(place / "bundles"),
        "BACKUPS": str(place / "backups"),
        "BACKUP_DAYS": "14",
    }
    return subprocess.run(["sh", SCRIPT, "once"], env=variables, capture_output=True, text=True, check=False)


def test_it_has_database_and_folders_for_nobody_else_and_is_noted(place: Path) -> None:
    done = back_up(place)
    assert done.returncode == 0, done.stderr
    [made] = (place / "backups").iterdir()
    assert done.stdout.strip() == str(made)
    assert made.stat().st_mode & 0o077 == 0
    assert {one.name for one in made.iterdir()} == {"database.dump", "data.tar.gz", "bundles.tar.gz"}
    assert all(one.stat().st_mode & 0o077 == 0 for one in made.iterdir())
    with tarfile.open(made / "data.tar.gz") as archive:
        assert set(archive.getnames()) == {".", "./secret"}
    assert (place / "data" / "last-backup").exists()


def test_a_failure_leaves_and_notes_nothing(place: Path) -> None:
    (place / "tools" / "pg_dump").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert back_up(place).returncode != 0
    assert list((place / "backups").iterdir()) == []
    assert not (place / "data" / "last-backup").exists()


def test_only_old_backups_go(place: Path) -> None:
    for name, days in (("jaxdojo-old", 20), ("jaxdojo-young", 3), ("other", 20)):
        (place / "backups" / name).mkdir()
        subprocess.run(["touch", f"--date={days} days ago", place / "backups" / name], check=True)
    done = back_up(place)
    assert done.returncode == 0, done.stderr
    kept = {one.name for one in (place / "backups").iterdir()}
    assert {"jaxdojo-young", "other"} < kept
    assert "jaxdojo-old" not in kept
