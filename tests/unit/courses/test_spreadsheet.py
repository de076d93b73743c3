"""No cell of an exported file is a formula, whichever character the spreadsheet takes as separator."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domains.courses.spreadsheet import FORMULA, guard, make_writer

HOSTILE = ["=1+1", "a;=1+1", 'a";=1+1', "a\t@x", "a\r\n=1", "\n=1", "\uff1d1", ";-1", '"=1', "a,+1"]


def check(text: str, separator: str) -> None:
    file = io.StringIO()
    make_writer(file).writerow([guard(text), guard("end")])
    rows = list(csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=separator))
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(FORMULA)], cells


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("text", HOSTILE)
def test_no_cell_is_a_formula(text: str, separator: str) -> None:
    check(text, separator)


@given(st.text("=+-@\t\r\n;,\"a '"))
def test_nor_is_any_other(text: str) -> None:
    check(text, ",")
    check(text, ";")
