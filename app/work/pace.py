"""Estimates how long a task on a problem still takes: by its own pace, and by the times of the last one that passed.

A step that does several things is extrapolated once the first of them is done. Steps that haven't begun are expected to
take as long as last time; before a first task has passed, only the current step can be estimated.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter, ValidationError

from app.work.checking import CHECKS
from grader.publishing.publish import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_TIMES: Final = TypeAdapter(dict[str, float])


class Pace:
    """The pace of one task after another. `path` is the file with the seconds that each step took last time."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._step = ""
        self._begin()

    def note(self, step: str, done: int, total: int) -> None:
        """Note that `done` of `total` parts of a step are finished."""
        if step != self._step:
            self._close_step()
            self._step, self._began = step, self._clock()
        self._done, self._total = done, total

    @property
    def finished(self) -> list[str]:
        """The steps that are over, in their order."""
        return [step for step in STEPS if step in self._times and step != self._step]

    def find_step_left(self) -> int | None:
        """Return the seconds until the current step is over, about; None if that can't be estimated."""
        spent = self._clock() - self._began
        if not self._step:
            return None
        if self._done:
            return round(spent / self._done * (self._total - self._done))
        if self._step in self._last:
            return round(max(self._last[self._step] - self._times.get(self._step, 0.0) - spent, 0.0))
        return None

    def find_left(self) -> int | None:
        """Return the seconds until the task is over, about; None if that can't be estimated."""
        step = self.find_step_left()
        if step is None or not self._last or self._step not in STEPS:
            return None
        return step + round(sum(self._last.get(one, 0.0) for one in STEPS[STEPS.index(self._step) + 1 :]))

    def finish(self, *, passed: bool) -> None:
        """End the task; if it passed, keep the times of its steps for the next one. Blocks."""
        self._close_step()
        if passed:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._path.write_text(json.dumps(self._times), encoding="utf-8")
        self._begin()

    def _begin(self) -> None:
        self._last = _read(self._path)
        self._times: dict[str, float] = {}
        self._step, self._began, self._done, self._total = "", 0.0, 0, 0

    def _close_step(self) -> None:
        if self._step:
            self._times[self._step] = self._times.get(self._step, 0.0) + self._clock() - self._began


def find_pace(data: Path, slug: str, kind: str) -> Pace:
    """Return the pace of tasks of one kind on a problem; `data` is the data directory. Blocks."""
    return Pace(data / CHECKS / f"pace-{slug}-{kind}.json")


def _read(path: Path) -> dict[str, float]:
    """Return the seconds of each step of the last task that passed; empty if there was none."""
    try:
        return _TIMES.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return {}
