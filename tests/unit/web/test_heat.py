"""The error map shows what the report says, and old reports without one are still drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.drawing.heat import CELL, LEVELS, draw_heat
from grader.report import CaseReport, CheckResult, Verdict

if TYPE_CHECKING:
    from pydantic import JsonValue

WORST: JsonValue = [{"where": "[0,2]", "got": "1.0", "expected": "2.0", "error": 1e6}]


def make_case(data: dict[str, JsonValue], *, passed: bool = False, hidden: bool = False) -> CaseReport:
    check = CheckResult(check="values", passed=passed, code="values.mismatch", message="", data=data)
    return CaseReport(name="s", label="", hidden=hidden, verdict=Verdict.WRONG_ANSWER, seconds=0, checks=[check])


def make_map(errors: list[list[float]]) -> dict[str, JsonValue]:
    shape: list[JsonValue] = [len(errors), len(errors[0])]
    rows: list[JsonValue] = [list(row) for row in errors]
    return {"path": "", "worst": WORST, "map": {"shape": shape, "block": [1, 1], "errors": rows}}


def test_cells_and_words() -> None:
    heat = draw_heat(make_case(make_map([[0.0, 0.0, 1e9], [0.0, 0.0, 0.0]])))
    assert heat is not None
    assert (heat.width, heat.height) == (3 * CELL, 2 * CELL)
    assert [(cell.x, cell.y, cell.width, cell.level) for cell in heat.cells] == [
        (0, 0, 20, 0), (20, 0, 10, LEVELS), (0, 10, 30, 0)
    ]  # fmt: skip
    assert heat.sentence.startswith("1 of 6 elements of the output, shape (2, 3), aren't exactly equal. Stronger ")
    assert heat.worst[0].where == "[0,2]"


@given(st.lists(st.floats(0, 1e300), min_size=1, max_size=8))
def test_each_row_is_covered_once(row: list[float]) -> None:
    heat = draw_heat(make_case(make_map([row])))
    assert heat is not None
    assert sum(cell.width for cell in heat.cells) == len(row) * CELL
    assert all((cell.level > 0) == (row[cell.x // CELL] > 0) for cell in heat.cells)


def test_a_single_number_has_no_map() -> None:
    heat = draw_heat(make_case({"path": "", "worst": WORST, "map": None}))
    assert heat is not None
    assert heat.cells == []


@pytest.mark.parametrize("data", [{}, {"call": 0}, {"worst": "what"}, {"map": {"shape": 1}}])
def test_reports_that_tell_less_draw_nothing(data: dict[str, JsonValue]) -> None:
    assert draw_heat(make_case(data)) is None


def test_nothing_is_drawn_of_hidden_or_passed_cases() -> None:
    assert draw_heat(make_case(make_map([[1.0]]), hidden=True)) is None
    assert draw_heat(make_case(make_map([[1.0]]), passed=True)) is None
