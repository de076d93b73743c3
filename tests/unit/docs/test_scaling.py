"""What docs/scaling.md says about load and machines follows from docs/scaling.json and `bench.sizing`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from app.kit.settings import Settings
from bench import sizing
from grader.grading.pool import MAX_ZYGOTES
from scripts.site.curves import KEEPING_UP, MOST_WAIT_S, describe, read_curves
from scripts.site.picture import DATA, PLACE

PAGE: Final = (Path(__file__).resolve().parents[3] / "docs" / "scaling.md").read_text(encoding="utf-8")
TEXT: Final = " ".join(PAGE.split())
CURVES: Final = read_curves(DATA)
COSTS: Final = sizing.find_costs(CURVES)
NEW: Final = "run `python -m bench.sizing` and put what it prints into the page"
FIGURES: Final = {
    r"each learner submits (\d+) times": sizing.EACH,
    r"In its last minutes, (\d+) times as many": sizing.RUSH,
    r"A grade takes ([\d.]+) s of a core": sizing.GRADE_S,
    r"Cores are used to (\d+) %": sizing.USED * 100,
    r"A machine has at most (\d+) cores": sizing.CORES,
    r"A machine that grades needs (\d+) GiB": sizing.SERVICE_GIB,
    r"([\d.]+) GiB for each of the": sizing.WARM_GIB,
    r"each of the (\d+) problems that it keeps warm": MAX_ZYGOTES,
    r"and ([\d.]+) GiB for each grade at once; a server": Settings.model_fields["sandbox_memory_mb"].default / 1024,
    r"a server (\d+) GiB": sizing.SERVICE_GIB,
    r"a database on its own (\d+) GiB": sizing.DATABASE_GIB,
    r"takes (\d+) KiB on the disk": sizing.SUBMISSION_KIB,
    r"room for (\d+) such hours": sizing.HOURS,
    r"beside ([\d.]+) GiB": sizing.BASE_GIB,
}


@pytest.mark.parametrize(("pattern", "number"), FIGURES.items())
def test_a_figure_is_that_of_the_formula(pattern: str, number: float) -> None:
    found = re.search(pattern, TEXT)
    assert found is not None, f"docs/scaling.md no longer says it: {pattern}"
    assert float(found[1]) == number


def test_the_formulas_constants_are_the_programs() -> None:
    assert sizing.WARM_PROBLEMS == MAX_ZYGOTES
    assert Settings.model_fields["sandbox_memory_mb"].default == sizing.GRADE_GIB * 1024
    factors = f"`r` = {sizing.EACH} · {sizing.RUSH} · `n` / 3600"
    assert factors in TEXT
    assert f"`r` · {sizing.GRADE_S} / {sizing.USED} cores" in TEXT


def test_a_grade_takes_the_higher_of_what_was_measured() -> None:
    found = re.search(r"and (\d+) ms, [\d.]+x, since", TEXT)
    assert found is not None
    assert float(found[1]) / 1000 == pytest.approx(sizing.GRADE_S, rel=0.05)


def test_tables_are_those_of_the_figures() -> None:
    assert describe(CURVES) in PAGE, NEW
    assert sizing.tell_costs(*COSTS) in TEXT, NEW
    assert sizing.describe_needs([sizing.size(learners, *COSTS) for learners in sizing.LEARNERS]) in PAGE, NEW
    assert PAGE.count(PLACE) == 1


def test_the_knee_is_explained() -> None:
    assert f"wait less than {'a second' if MOST_WAIT_S == 1 else MOST_WAIT_S}" in TEXT
    assert pytest.approx(0.9) == KEEPING_UP
    assert "to within a tenth" in TEXT


def test_runners_have_a_role_of_their_own() -> None:
    """They run untrusted programs, and the owner of the tables can read every password hash."""
    blocks = [block for block in PAGE.split("\n\n") if re.search(r"^    jaxdojo runner$", block, re.MULTILINE)]
    assert blocks
    for block in blocks:
        assert "JAXDOJO_DATABASE_URL=postgresql://jaxdojo_runner@" in block
        assert "jaxdojo serve" not in block
    assert "JAXDOJO_RUNNER_ROLE=jaxdojo_runner" in PAGE


def test_a_sample_is_called_one() -> None:
    """Small runs of a busy machine only show what the figures look like."""
    assert ("**a sample**" in PAGE) is any(curve.is_sample for curve in CURVES)
