"""Results of warm fork trials are stored for as long as they are valid."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from grader.sandbox import warm_trial
from grader.sandbox.walls import Row

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class Trials:
    """Counts the trials, each with the result `works`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.works = True
        self.count = 0
        self.library = folder / "libdefer_threads-0.so"
        self.zygote: Any = SimpleNamespace(ready=SimpleNamespace(header={"stack": {"jax": "0.12.0"}}))
        monkeypatch.setattr(warm_trial, "try_warm_fork", self._try)

    def _try(self, *_args: object) -> Row:
        self.count += 1
        return Row("warm fork", stands=self.works, tested="as told")

    def ask(self) -> bool:
        return warm_trial.can_warm_fork(self.zygote, self.library.parent, self.library)


def test_success_is_believed_until_the_stack_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trials = Trials(monkeypatch, tmp_path)
    assert trials.ask()
    assert trials.ask()
    assert trials.count == 1
    trials.zygote.ready.header["stack"]["jax"] = "0.13.0"
    trials.works = False
    assert not trials.ask()
    assert trials.count == 2


def test_failure_is_believed_for_a_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trials = Trials(monkeypatch, tmp_path)
    trials.works = False
    assert not trials.ask()
    trials.works = True
    assert not trials.ask()
    assert trials.count == 1
    (note,) = tmp_path.iterdir()
    os.utime(note, (note.stat().st_atime, note.stat().st_mtime - warm_trial.BELIEVED_SECONDS - 1))
    assert trials.ask()
    assert trials.count == 2


def test_without_a_library_nothing_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trials = Trials(monkeypatch, tmp_path)
    assert not warm_trial.can_warm_fork(trials.zygote, tmp_path, None)
    assert trials.count == 0


def test_a_jax_that_needs_threads_to_read_a_program_is_not_tried(tmp_path: Path) -> None:
    zygote: Any = SimpleNamespace(ready=SimpleNamespace(header={"stack": {"jax": "0.10.2"}}))
    row = warm_trial.try_warm_fork(zygote, tmp_path, tmp_path / "libdefer_threads-0.so")
    assert not row.stands
    assert "jax 0.10.2" in row.tested
