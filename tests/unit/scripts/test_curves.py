"""Curves of waiting time against load: the knee, what limits there, the file, pictures, and sizes of machines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from bench.claims import name_statement
from bench.curve import WIDTH, draw
from bench.processors import find_postmaster, read_busy_s, read_processor_s
from bench.sizing import CORES, find_costs, size
from bench.table import find_p95
from scripts.site import build, picture
from scripts.site.curves import Curve, Step, describe, describe_time, name_limit, read_curves, write_curve

if TYPE_CHECKING:
    from pathlib import Path

STEP = Step(
    offered=10.0,
    verdicts=10.0,
    median=0.05,
    p95=0.2,
    stored_median=0.02,
    stored_p95=0.1,
    server=0.3,
    database=0.2,
    runners=0.2,
    busiest=0.1,
    machine=0.5,
    claims=10.0,
    empty=3.0,
    connections=12,
)


def make_curve(*steps: Step, database: str = "postgresql") -> Curve:
    return Curve(
        database=database,
        runners=200,
        nap_s=5.0,
        seconds=20.0,
        measured="2026-11-27",
        machine="2 cores",
        is_sample=True,
        steps=list(steps),
    )


def make_step(offered: float, median: float, **changes: Any) -> Step:  # noqa: ANN401 - fields
    return replace(STEP, **{"offered": offered, "verdicts": offered, "median": median, "p95": 2 * median, **changes})


def test_the_knee_is_the_last_load_at_which_half_wait_less_than_a_second() -> None:
    curve = make_curve(make_step(10, 0.1), make_step(20, 0.9), make_step(30, 1.0), make_step(40, 0.5))
    assert curve.knee is curve.steps[1]
    assert make_curve(make_step(10, 2.0)).knee is None
    assert make_curve(make_step(10, 0.1)).knee == make_step(10, 0.1)


def test_verdicts_keep_up_at_the_knee() -> None:
    """In a short step the queue has no time to grow, so that nobody waits long yet."""
    curve = make_curve(make_step(20, 0.1), make_step(50, 0.6, verdicts=40.0))
    assert curve.knee is curve.steps[0]


@pytest.mark.parametrize(
    ("changes", "limit"),
    [
        ({}, ""),
        ({"verdicts": 39.0, "machine": 0.9}, "the runners, which all grade"),
        ({"server": 0.85, "machine": 0.9}, "the server's process, which uses one core"),
        ({"busiest": 0.9}, "a process with runners, which uses one core"),
        ({"machine": 0.9, "database": 0.6}, "the machine's cores, most of them used by the database"),
    ],
)
def test_what_is_used_up_is_the_limit(changes: dict[str, Any], limit: str) -> None:
    assert name_limit(replace(STEP, **changes), 40.0) == limit


def test_the_limit_is_that_of_the_step_after_the_knee() -> None:
    steps = make_step(20, 0.1, server=0.9), make_step(30, 3.0, busiest=0.95)
    assert make_curve(*steps).limit == "a process with runners, which uses one core"
    assert make_curve(make_step(20, 3.0), database="sqlite").limit.startswith("probably SQLite")
    assert make_curve(make_step(20, 0.1)).limit == "not known"


def test_the_file_keeps_a_curve_of_each_database(tmp_path: Path) -> None:
    file = tmp_path / "curves.json"
    assert read_curves(file) == []
    earlier, later, other = make_curve(STEP), make_curve(make_step(5, 1 / 3)), make_curve(STEP, database="sqlite")
    for curve in (earlier, other, later):
        write_curve(file, curve)
    assert read_curves(file) == [other, make_curve(make_step(5, 0.333, p95=0.667))]


def test_the_terminals_picture_is_logarithmic() -> None:
    lines = draw(make_curve(make_step(10, 0.01), make_step(20, 0.1), make_step(30, 1.0, p95=100.0))).splitlines()
    dark = [line.count("█") for line in lines]
    assert dark == [0, 0, WIDTH // 4, WIDTH // 2]
    assert lines[3].count("░") == WIDTH // 2
    assert lines[0].index("1 s") - 12 == WIDTH // 2
    assert [line.endswith("the knee") for line in lines] == [False, False, True, False]


@pytest.mark.parametrize(("seconds", "told"), [(0.0123, "12 ms"), (0.9994, "999 ms"), (1.0, "1 s"), (12.34, "12.3 s")])
def test_times_are_told_shortly(seconds: float, told: str) -> None:
    assert describe_time(seconds) == told


def test_the_pages_picture_has_both_databases() -> None:
    slow = make_curve(make_step(0.0, 0.001), make_step(10, 0.1), make_step(20, 100.0), database="sqlite")
    drawn = picture.draw([slow, make_curve(make_step(5, 0.1), make_step(40, 0.2))])
    assert build.REFUSED.search(drawn) is None
    assert "\n\n" not in drawn, "Markdown would end there"
    svg = ET.fromstring(drawn)[0]  # noqa: S314 - our own
    assert svg.attrib["role"] == "img"
    lines = [one.attrib["points"].split() for one in svg.iter("polyline")]
    assert [len(line) for line in lines] == [3, 3, 2, 2]
    for x, y in (map(float, point.split(",")) for line in lines for point in line):
        assert picture.LEFT <= x <= picture.WIDTH - picture.RIGHT
        assert picture.TOP <= y <= picture.HEIGHT - picture.BOTTOM
    assert {"10 ms", "100 ms", "1 s", "10 s", "100 s", "20", "40", "SQLite", "PostgreSQL"} <= {
        one.text for one in svg.iter("text")
    }
    assert len(list(svg.iter("circle"))) == 2


def test_the_page_of_scaling_has_the_picture() -> None:
    text = build.render_pages()["scaling"]
    assert picture.PLACE not in text
    assert text.count("<svg ") == 1


def test_a_page_without_figures_has_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "DATA", tmp_path / "none.json")
    assert picture.add_picture(f"a\n{picture.PLACE}b\n") == "a\nb\n"


def test_a_table_marks_the_knee() -> None:
    curve = make_curve(make_step(10, 0.1, database=0.2), make_step(20, 3.0), database="sqlite")
    first, second = describe([curve]).splitlines()[2:]
    assert first == "| sqlite | 10.0, the knee | 10.0 | 100 ms | 200 ms | 0.30, 0.20, 0.20 |"
    assert "the knee" not in second


def test_costs_are_those_at_the_knee() -> None:
    knee, beyond = make_step(20, 0.1, server=0.5, database=0.3), make_step(30, 3.0, server=0.9, database=0.9)
    assert find_costs([make_curve(STEP, database="sqlite"), make_curve(knee, beyond)]) == (0.025, 0.015)


def test_more_learners_need_more() -> None:
    few, many, most = (size(learners, 0.025, 0.015) for learners in (100, 3_000, 10_000))
    assert (few.machines, few.cores) == ("1", 2)
    assert few.cores < many.cores <= CORES < most.cores
    assert most.rate == 50
    assert re.match(r"\d+: database, ", most.machines)
    assert few.memory_gib < many.memory_gib < most.memory_gib
    assert few.disk_gib < many.disk_gib < most.disk_gib


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("SELECT runners.status \nFROM runners \nWHERE x", "SELECT runners"),
        ("\n    WITH job AS (SELECT id FROM procrastinate_jobs)", "WITH procrastinate_jobs"),
        ("SELECT procrastinate_finish_job_v1(1)", "SELECT procrastinate_finish_job_v1"),
        ("INSERT INTO submission_events (a) VALUES (1)", "INSERT submission_events"),
        ("UPDATE jobs SET status=?", "UPDATE jobs"),
        ("BEGIN IMMEDIATE", "BEGIN"),
    ],
)
def test_a_statement_is_named_after_its_table(statement: str, name: str) -> None:
    assert name_statement(statement) == name


def test_a_percentile_lies_between_numbers() -> None:
    assert find_p95([float(number) for number in range(101)]) == 95.0


def test_processor_time_is_read() -> None:
    own = read_processor_s(1) + read_busy_s()
    assert own > 0
    assert read_processor_s(1) + read_busy_s() >= own
    assert find_postmaster(1) is None
    assert find_postmaster(2**22 + 1) is None, "no process has this id"
