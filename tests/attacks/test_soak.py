"""Many grades in a row leave nothing behind. `python -m bench.soak` is the long version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.soak import soak
from tests.attacks.forward import HONEST

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]


def test_fifty_grades_leave_nothing(grader: Grader, bundle: Bundle) -> None:
    counts = soak(grader, bundle, HONEST, 50)
    assert len(counts) == 8
    assert [count for count in counts if count.leaks] == []
