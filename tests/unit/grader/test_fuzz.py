"""Tens of thousands of damaged frames are read or refused. `python -m bench.fuzz` is the long version."""

from __future__ import annotations

from typing import Never

import pytest

from bench import fuzz


def test_damaged_frames_are_read_or_refused() -> None:
    *_, outcomes = fuzz.fuzz(20_000, seed=1)
    assert outcomes.total() == 20_000
    assert set(outcomes) == {"read", "too short", "refused frame", "refused value", "refused evidence"}


def test_what_is_neither_is_told_with_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_read: object) -> Never:
        raise OverflowError("too large")

    monkeypatch.setattr(fuzz, "read_frame", fail)
    with pytest.raises(fuzz.OddError, match=r"^OverflowError: too large\ninput: 4a44"):
        next(fuzz.fuzz(1, seed=1))
