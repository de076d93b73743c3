"""What a call's ledger keeps if more operations run than it has room for."""

from __future__ import annotations

import sys

import pytest

from grader.inside import ledger
from grader.inside.dispatches import DISPATCH, JaxprProgram
from grader.inside.ledger import MAX_KEPT, DispatchLedger

MOVES, COMPUTES = JaxprProgram(None, ()), JaxprProgram("mul", ())


@pytest.mark.parametrize("count", [MAX_KEPT, 2 * MAX_KEPT])
def test_what_computes_is_kept_after_any_number_of_programs_that_move(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(ledger, "read", lambda program: program)
    kept, frame = DispatchLedger(lambda: False), sys._getframe()
    kept.start_call(lambda _: None)
    dispatch = kept.handlers()[DISPATCH]
    for number in range(count):
        dispatch(frame, f"move_{number}", MOVES)
    for _ in range(3):
        dispatch(frame, "mul", COMPUTES)
    operations = kept.end_call().operations
    assert len(operations) == MAX_KEPT
    assert operations["mul", "mul", None] == 3
