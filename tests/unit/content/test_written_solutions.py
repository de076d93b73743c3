"""The solutions written from statements can be read, and each wrong one names its class."""

from __future__ import annotations

import pytest

from tests.truth.statements import list_slugs, read_solutions

CLASSES = frozenset(
    {
        *("decoy", "half_eager", "host", "sniffer", "custom_rule", "mark", "dispatches", "growth", "state", "defaults"),
        *("key", "layout", "memory", "tame", "example", "flops", "numbers", "dtype", "structure", "retrace", "other"),
    }
)


@pytest.mark.parametrize("slug", list_slugs())
def test_each_kata_has_enough_of_both_kinds(slug: str) -> None:
    written = read_solutions(slug)
    assert sum(one.is_right for one in written) >= 12
    assert sum(not one.is_right for one in written) >= 25
    assert {one.kind for one in written} <= CLASSES | {"right"}
