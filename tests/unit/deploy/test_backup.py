"""`deploy/postgresql/backup.sh`, with stand-ins for PostgreSQL's tools: what it keeps, and what a failure leaves."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.unit.deploy.shared import DEPLOY

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


def back_up(place: Path, *command: str, **changed: str) -> subprocess.CompletedProcess[str]:
    variables = {
        "PATH": f"{place / 'tools'}:{os.environ['PATH']}",
        "JAXDOJO_DATABASE_URL": "postgresql://nowhere/jaxdojo",
        "JAXDOJO_DATA": str(place / "data"),
        "BUNDLES": str(place / "bundles"),
        "BACKUPS": str(place / "backups"),
        "BACKUP_DAYS": "14",
    } | changed
    whole = ["sh", SCRIPT, *(command or ["once"])]
    return subprocess.run(whole, env=variables, capture_output=True, text=True, check=False)


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


@pytest.mark.parametrize("address", ["", "s3://jaxdojo/bundles"])
def test_it_leaves_out_a_shared_folder_that_isnt_there(place: Path, address: str) -> None:
    done = back_up(place, BUNDLES="", JAXDOJO_BUNDLES_URL=address)
    [made] = (place / "backups").iterdir()
    assert {one.name for one in made.iterdir()} == {"database.dump", "data.tar.gz"}, done.stderr
    (place / "data").rename(place / "old-data")
    assert back_up(place, "restore", made.name, BUNDLES="", JAXDOJO_BUNDLES_URL=address).returncode == 0
    assert (place / "data" / "secret").read_text(encoding="utf-8") == "s"


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_it_finds_the_shared_folder_by_the_services_setting(place: Path, scheme: str) -> None:
    assert back_up(place, BUNDLES="", JAXDOJO_BUNDLES_URL=f"{scheme}{place}/bundles").returncode == 0
    [made] = (place / "backups").iterdir()
    assert (made / "bundles.tar.gz").exists()


def test_without_the_services_database_it_backs_up_no_other(place: Path) -> None:
    """PostgreSQL's tools connect to their user's own database if they are given an empty address."""
    done = back_up(place, JAXDOJO_DATABASE_URL="")
    assert (done.returncode != 0, list((place / "backups").iterdir())) == (True, [])
    assert "name the database" in done.stderr


def test_a_failure_leaves_and_notes_nothing(place: Path) -> None:
    (place / "tools" / "pg_dump").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert back_up(place).returncode != 0
    assert list((place / "backups").iterdir()) == []
    assert not (place / "data" / "last-backup").exists()


def test_what_was_cut_off_goes_after_a_day(place: Path) -> None:
    """A kill skips the script's own end. What is younger may belong to a backup that is being made."""
    for name, hours in ((".jaxdojo-2020-01-01T000000", 30), (".jaxdojo-2020-01-02T000000", 3)):
        (place / "backups" / name).mkdir()
        subprocess.run(["touch", f"--date={hours} hours ago", place / "backups" / name], check=True)
    assert back_up(place).returncode == 0
    assert [one.name for one in (place / "backups").glob(".*")] == [".jaxdojo-2020-01-02T000000"]


def test_it_restores_what_it_made_into_empty_folders(place: Path) -> None:
    (place / "bundles" / "one" / "cases.bin").write_bytes(b"cases")
    [name] = Path(back_up(place).stdout.strip()).parts[-1:]
    (place / "tools" / "pg_restore").write_text('#!/bin/sh\nfor one in "$@"; do echo "$one"; done\n', encoding="utf-8")
    refused = back_up(place, "restore", name)
    assert (refused.returncode, refused.stdout) == (1, ""), "the database isn't touched"
    assert "isn't empty" in refused.stderr
    for folder in ("data", "bundles"):
        (place / folder).rename(place / f"old-{folder}")
        (place / folder).mkdir()
    done = back_up(place, "restore", name)
    assert done.returncode == 0, done.stderr
    assert "--dbname=postgresql://nowhere/jaxdojo" in done.stdout.splitlines()
    assert done.stdout.splitlines()[-1] == str(place / "backups" / name / "database.dump")
    assert (place / "data" / "secret").read_text(encoding="utf-8") == "s"
    assert (place / "bundles" / "one" / "cases.bin").read_bytes() == b"cases"
    assert back_up(place, "restore").returncode != 0, "it asks for a name"


@pytest.mark.parametrize(("user", "given"), [("0", True), ("10001", False)])
def test_what_root_makes_belongs_to_whom_the_folders_belong(place: Path, user: str, given: bool) -> None:  # noqa: FBT001
    """Otherwise the service's own backups fail from then on: they can neither note their time nor delete root's."""
    for name, text in (("id", f"echo {user}"), ("chown", f'echo "$@" >> {place}/told')):
        (place / "tools" / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (place / "tools" / name).chmod(0o755)
    (place / "elsewhere").touch()
    (place / "data" / "last-backup").symlink_to(place / "elsewhere")
    done = back_up(place)
    assert done.returncode == 0, done.stderr
    assert not (place / "data" / "last-backup").is_symlink(), "root follows no link of the service's user"
    told = (place / "told").read_text(encoding="utf-8") if given else ""
    for owner, made in (("backups", "backups/.jaxdojo-"), ("data", "data/.last-backup-")):
        option = f"--recursive --no-dereference --reference={place / owner} {place / made}"
        assert (option in told) is given


def test_the_time_of_a_backup_isnt_restored(place: Path) -> None:
    (place / "data" / "last-backup").write_text("", encoding="utf-8")
    [made] = Path(back_up(place).stdout.strip()).parts[-1:]
    with tarfile.open(place / "backups" / made / "data.tar.gz") as archive:
        assert set(archive.getnames()) == {".", "./secret"}


@pytest.mark.parametrize(("saved", "restored"), [("bundles", ""), ("", "bundles")])
def test_a_restore_doesnt_begin_unless_the_shared_folder_is_in_both(place: Path, saved: str, restored: str) -> None:
    """What was half restored can't be restored again: the database is no longer empty."""
    [made] = Path(back_up(place, BUNDLES=saved and str(place / saved)).stdout.strip()).parts[-1:]
    for folder in ("data", "bundles"):
        (place / folder).rename(place / f"old-{folder}")
    done = back_up(place, "restore", made, BUNDLES=restored and str(place / restored))
    assert done.returncode == 1
    assert "BUNDLES" in done.stderr
    assert not (place / "data").exists()


def test_only_old_backups_go(place: Path) -> None:
    for name, days in (("jaxdojo-old", 20), ("jaxdojo-young", 3), ("other", 20)):
        (place / "backups" / name).mkdir()
        subprocess.run(["touch", f"--date={days} days ago", place / "backups" / name], check=True)
    done = back_up(place)
    assert done.returncode == 0, done.stderr
    kept = {one.name for one in (place / "backups").iterdir()}
    assert {"jaxdojo-young", "other"} < kept
    assert "jaxdojo-old" not in kept
