"""`jaxdojo problem check`, without sandboxes."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tests.integration.app.conftest import StandInGrader
from tests.integration.app.running import make_command

if TYPE_CHECKING:
    import pytest

    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress


def test_a_check_tells_how_long_the_rest_takes(
    settings: Settings, press: StandInPress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_PROBLEMS", str(settings.problems))
    monkeypatch.setattr("app.work.installation.make_grader", lambda *_args, **_options: nullcontext(StandInGrader()))
    press.gate = threading.Event()
    press.gate.set()  # so that the stand-in reports a second step
    run = make_command(monkeypatch, capsys)
    assert run("problem", "new", "mine")[0] == 0
    assert run("problem", "check", "mine")[2] == "checking mine: mutants\n"
    assert run("problem", "check", "mine")[2] == "checking mine: mutants, a few seconds left\n"


def test_a_check_tells_what_it_finds_before_it_is_over(
    settings: Settings, press: StandInPress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_PROBLEMS", str(settings.problems))
    monkeypatch.setattr("app.work.installation.make_grader", lambda *_args, **_options: nullcontext(StandInGrader()))
    press.gate = threading.Event()
    press.gate.set()
    run = make_command(monkeypatch, capsys)
    run("problem", "new", "mine")
    (settings.problems / "mine" / "starter.py").write_text("BROKEN = True\n", encoding="utf-8")
    code, _, err = run("problem", "check", "mine")
    assert code == 2
    found, step, *_ = err.splitlines()
    assert (found, step) == ("lesson.md:7: it failed", "checking mine: mutants")
