"""The tables of attackers and of the verification standard in `docs/security.md` name existing tests and dates."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHORT = {"S/": "tests/integration/app/security/", "A/": "tests/integration/app/"}
TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (V\d+ [^|]+) \|(.*)\|$", TEXT, re.MULTILINE)
ATTACKS = re.findall(r"^\| (?!V\d)([^|]+) \|([^|]*\|[^|]*\|[^|]*\| \d{4}-\d\d-\d\d )\|$", TEXT, re.MULTILINE)
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
    paths = re.findall(r"`((?:S/|A/|tests/)[\w/.]+)`", shown)
    assert paths or holds == "not used", f"{name} names no test"
    for path in paths:
        short = path[:2]
        assert (ROOT / (SHORT.get(short, short) + path[2:])).exists(), path
    tried = dt.date.fromisoformat(day)
    assert dt.date(2026, 11, 1) <= tried <= dt.datetime.now(dt.UTC).date()
