"""The tables of `docs/security.md` name existing tests, and the day on which these were last tried.

Who changes a named test tries it and writes the day into its rows: none may stay older than its tests for long.
"""

from __future__ import annotations

import datetime as dt
import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHORT = {"S/": "tests/integration/app/security/", "A/": "tests/integration/app/", "F/": "tests/integration/sandbox/"}
TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (V\d+ [^|]+) \|(.*)\|$", TEXT, re.MULTILINE)
ATTACKS = re.findall(r"^\| (?!V\d)([^|]+) \|([^|]*\|[^|]*\|[^|]*\| \d{4}-\d\d-\d\d )\|$", TEXT, re.MULTILINE)
SECTIONS = {"## The walls": 21, "## What the kernel shares between two submissions": 15}
"""The sections with a table of what the sandbox keeps apart, and how many rows each has."""
GRACE = dt.timedelta(days=14)
"""How long a test may be newer than the day in its row, so that no commit fails tests that passed before it."""
BESIDE = "tests/attacks/test_walls.py"
"""What tries two submissions at once, where a row says no more than that."""
ATTACKERS = (
    "LTI", "staff of a course", "guests", "other users of the machine", "threads", "similarity", "labels",
    "runners: ", "runners over HTTP",
)  # fmt: skip


def test_all_chapters_have_a_row() -> None:
    assert [name.split()[0] for name, _ in ROWS] == [f"V{number}" for number in range(1, 18)]


def test_all_attackers_have_a_row() -> None:
    assert [one for one in ATTACKERS if not any(name.startswith(one) for name, _ in ATTACKS)] == []


@pytest.mark.parametrize(("name", "cells"), ROWS, ids=[name for name, _ in ROWS])
def test_a_row_names_tests_that_exist_and_the_day_they_were_last_tried(name: str, cells: str) -> None:
    holds, shown, _, day = (cell.strip() for cell in cells.split("|"))
    check_row(name, holds, shown, day)


@pytest.mark.parametrize(("name", "cells"), ATTACKS, ids=[name for name, _ in ATTACKS])
def test_an_attack_likewise(name: str, cells: str) -> None:
    _, protects, shown, day = (cell.strip() for cell in cells.split("|"))
    check_row(name, protects, shown, day)


def check_row(name: str, holds: str, shown: str, day: str) -> None:
    paths = find_paths(shown)
    assert paths or holds == "not used", f"{name} names no test"
    for path in paths:
        assert (ROOT / path).exists(), path
    check_day(day)


def find_paths(cell: str) -> list[str]:
    """Return the paths of the tests that a cell names."""
    found = re.findall(r"`((?:S/|A/|F/|tests/)[\w/.]+)`", cell)
    return [SHORT.get(path[:2], path[:2]) + path[2:] for path in found]


def check_day(day: str) -> None:
    assert dt.date(2026, 11, 1) <= dt.date.fromisoformat(day) <= dt.datetime.now(dt.UTC).date()


def list_walls(section: str) -> list[tuple[str, list[str], str]]:
    """Return the rows of a section's table: what it is about, the paths of its tests, and the day, if they have one."""
    text = TEXT.partition(f"\n{section}\n")[2].partition("\n## ")[0]
    rows = [row.strip("|").split("|") for row in re.findall(r"^\| .*\|$", text, re.MULTILINE)[1:]]
    made = []
    for name, _, tried, day in rows:
        beside = [BESIDE] if tried.strip().startswith("two at once") else []
        made.append((name.strip(), find_paths(tried) or beside, day.strip()))
    return made


@pytest.mark.parametrize("section", SECTIONS)
def test_walls_name_tests_and_days_unless_they_say_that_nobody_tries_them(section: str) -> None:
    rows = list_walls(section)
    assert len(rows) == SECTIONS[section]
    for name, paths, day in rows:
        if not day:
            assert (name.startswith("**left: "), paths) == (True, []), name
            continue
        assert paths, name
        assert [path for path in paths if not (ROOT / path).exists()] == []
        check_day(day)


def list_days() -> list[tuple[str, list[str], str]]:
    """Return all rows that have a day: what they are about, the paths of their tests, and the day."""
    rows = [row for section in SECTIONS for row in list_walls(section)]
    for found, shown in ((ROWS, 1), (ATTACKS, 2)):
        for name, text in found:
            cells = text.split("|")
            rows.append((name, find_paths(cells[shown]), cells[3].strip()))
    return [row for row in rows if row[2]]


def ask_git(*words: str) -> str:
    """Return what git prints, with times in UTC; an empty string if it fails."""
    command, environment = ["git", *words], {**os.environ, "TZ": "UTC"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


@functools.cache
def find_last_change(path: str) -> dt.date:
    """Return the day on which the last change to a file or folder was written, or the first of all if there is none."""
    day = ask_git("log", "-1", "--format=%ad", "--date=format-local:%Y-%m-%d", "--", path)
    return dt.date.fromisoformat(day) if day else dt.date.min


@pytest.mark.parametrize(("name", "paths", "day"), list_days(), ids=[name for name, _, _ in list_days()])
def test_no_row_is_much_older_than_its_tests(name: str, paths: list[str], day: str) -> None:
    if shutil.which("git") is None or ask_git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("there is no git here, or not the whole history: nothing says when tests were changed")
    last = dt.date.fromisoformat(day) + GRACE
    late = {path: f"{changed}" for path in paths if (changed := find_last_change(path)) > last}
    assert not late, f"{name}: try what has changed since {day}, and write the day into docs/security.md"
