"""Many grades in a row leave nothing behind. `python -m bench.soak` is the long version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.soak import soak
from grader.report import Verdict
from tests.attacks.forward import HONEST
from tests.attacks.more_submissions import MACHINE

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]


def test_fifty_grades_leave_nothing(grader: Grader, bundle: Bundle) -> None:
    counts, verdicts = soak(grader, bundle, HONEST, 50)
    assert len(counts) == 8
    assert [count for count in counts if count.leaks] == []
    assert verdicts == {Verdict.ACCEPTED: 50}


def test_neither_do_hostile_ones(grader: Grader, bundle: Bundle) -> None:
    names = ("all descriptors, quietly", "exception that exits when told", "bytes", "files", "threads without end")
    hostile = [MACHINE[name].source for name in names]
    counts, verdicts = soak(grader, bundle, HONEST, 20, hostile)
    assert [count for count in counts if count.leaks] == []
    assert verdicts[Verdict.INTERNAL_ERROR] == 0
    assert verdicts[Verdict.ACCEPTED] == 12
    assert verdicts[Verdict.MEMORY_LIMIT_EXCEEDED] == 2
