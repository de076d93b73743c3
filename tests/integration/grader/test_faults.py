"""What is neither an answer nor an attack: faults of the machine, and too much of an honest thing.

Submissions aren't blamed for it, and the grader recovers.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from grader.errors import SandboxStartError
from grader.grading.client import Grader
from grader.report import Mode, Verdict
from grader.sandbox.zygote import Zygote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grader.bundle.contents import Bundle
    from grader.protocol import Frame
    from grader.sandbox.process import SandboxProcess
    from grader.sandbox.spending import Limit
    from tests.integration.grader.conftest import Publisher

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]


@pytest.fixture
def own(publisher: Publisher, bundle: Bundle, tmp_path: Path) -> Iterator[Grader]:
    """Yield a separate grader, with a copy of the compile cache, that hasn't begun to make spare sandboxes."""
    shared = publisher.grader.settings.compile_cache
    assert shared is not None
    assert bundle.digest in {path.name for path in shared.iterdir()}
    shutil.copytree(shared, tmp_path / "cache")
    shutil.copytree(shared.parent / "native", tmp_path / "native")
    made = Grader(publisher.grader.settings.model_copy(update={"compile_cache": tmp_path / "cache"}), spares=1)
    yield made
    made.close()


def test_without_memory_for_a_fork_nobody_is_blamed_and_the_pool_heals(
    own: Grader, bundle: Bundle, canonical: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("grader.grading.pool.RETRY_SECONDS", 0.05)
    refused: list[None] = []

    def refuse(_self: Zygote, **_options: object) -> SandboxProcess:
        refused.append(None)
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "grader"):
        patch.setattr(Zygote, "fork_worker", refuse)
        own.start()
        own.expect(bundle)
        report = own.grade(bundle, canonical.encode(), mode=Mode.RUN)
        assert (report.verdict, report.code) == (Verdict.INTERNAL_ERROR, "platform.sandbox")
        assert "Cannot allocate memory" in report.message
        seen = len(refused)
        _wait(lambda: len(refused) > seen + 3)
        told = [record.getMessage() for record in caplog.records if "no spare sandbox" in record.getMessage()]
        assert len(told) == 1, "each reason is told once"
        assert "Cannot allocate memory" in told[0]
    _wait(lambda: own.is_warm(bundle))
    assert own.grade(bundle, canonical.encode(), mode=Mode.RUN).verdict is Verdict.ACCEPTED


def test_a_problem_that_could_not_be_warmed_is_tried_again(
    own: Grader, bundle: Bundle, canonical: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("grader.grading.pool.COLD_SECONDS", 3600.0)

    fork_zygote = Zygote.fork_zygote

    def refuse(zygote: Zygote, warm: Frame, limit: Limit) -> Zygote:
        if warm.header["bundle"] == bundle.digest:
            raise SandboxStartError("no memory")
        return fork_zygote(zygote, warm, limit)  # The trial that shows the pool what is supported here.

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "grader"):
        patch.setattr(Zygote, "fork_zygote", refuse)
        assert own.grade(bundle, canonical.encode(), mode=Mode.RUN).verdict is Verdict.ACCEPTED
    assert own.pool.falls_back(bundle)
    if own.pool._all_cold:
        return  # no problem can be warmed up ahead of time on this stack, so there is nothing to retry
    assert any("next try in 3600 s: no memory" in record.getMessage() for record in caplog.records)
    hours = time.monotonic() + 2 * 3600
    with monkeypatch.context() as patch:
        patch.setattr("grader.grading.pool.time.monotonic", lambda: hours)
        assert not own.pool.falls_back(bundle)


def test_damaged_programs_are_not_run_and_it_is_said_what_makes_them_anew(
    own: Grader, bundle: Bundle, canonical: str, caplog: pytest.LogCaptureFixture
) -> None:
    cache = own.settings.compile_cache
    assert cache is not None
    victim = next(path for path in sorted((cache / bundle.digest).iterdir()) if path.name.endswith("-cache"))
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes(data)
    with caplog.at_level(logging.WARNING, "grader"):
        report = own.grade(bundle, canonical.encode(), mode=Mode.RUN)
    assert report.verdict is Verdict.ACCEPTED
    assert any("`jaxdojo problem publish jit_forward`" in record.getMessage() for record in caplog.records)
    assert not victim.exists(), "nobody reads them by mistake"


@pytest.mark.parametrize("error", [ValueError("unforeseen"), MemoryError()], ids=["a mistake of ours", "no memory"])
def test_what_nobody_foresaw_is_our_fault(
    grader: Grader,
    bundle: Bundle,
    canonical: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("grader.judge.verdict.judge_case", fail)
        report = grader.grade(bundle, canonical.encode(), mode=Mode.SUBMIT)
    assert (report.verdict, report.code, report.score) == (Verdict.INTERNAL_ERROR, "platform.unexpected", 0.0)
    assert "unforeseen" not in report.model_dump_json(), "learners see no trace of ours"
    told = [record for record in caplog.records if record.name == "grader.grading.client"]
    assert [record.exc_info and record.exc_info[1] for record in told] == [error]
    assert grader.grade(bundle, canonical.encode(), mode=Mode.RUN).verdict is Verdict.ACCEPTED


def _wait(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_answers_that_are_too_large_together_are_no_tampering(
    grader: Grader, bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(grader.settings.__dict__, "reply_cap", 16 * 2**20)
    source = b"import numpy as np\ndef jit_forward(*_given): return np.zeros(10 << 20, np.uint8)\n"
    grader.grade(
        bundle, source, mode=Mode.RUN
    )  # It may have used a sandbox that was waiting before the cap was changed.
    report = grader.grade(bundle, source, mode=Mode.RUN)
    assert (report.verdict, report.code) == (Verdict.OUTPUT_LIMIT_EXCEEDED, "limit.output"), report.message
    assert report.message.startswith("All answers of your code together were larger than is allowed")
