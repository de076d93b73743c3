"""Helpers that run the command line and a runner."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from app.cli.main import main
from app.work.runner import Runner

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    import pytest

    from app.services import Services
    from app.work.grading import GraderPort


def make_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs `jaxdojo` with some arguments and returns the exit code, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["jaxdojo", *words])
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err, captured.err
        return code, captured.out, captured.err

    return run


@asynccontextmanager
async def running_runner(
    services: Services, grader: GraderPort, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Runner]:
    """Yield a runner that is woken by submissions and has short delays; stop it afterwards."""
    monkeypatch.setattr("app.work.runner.RETRY_DELAY_S", 0.01)
    made = Runner(services, grader, poll_s=0.05)
    services.submissions.wake_runner = made.wake
    await made.start()
    yield made
    grader.close()
    await made.stop()
