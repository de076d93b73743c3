"""Runs attacks, each in a fresh sandbox that must leave nothing behind."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from grader.grading.client import Grader
from grader.protocol import Frame, FrameKind
from grader.report import Mode, Verdict
from grader.sandbox.jail import Bind, Jail
from grader.sandbox.outcome import SandboxEnded
from grader.sandbox.process import SandboxProcess
from grader.settings import GraderSettings
from tests.attacks.forward import HONEST, SANDBOX_UID, fill_cache, make_bundle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.bundle.contents import Bundle
    from grader.sandbox.pipes import Output

WORKER = Path(__file__).with_name("worker.py")
CPU_SECONDS = 3
"""The processor time of a sandbox, in seconds."""


class Attack(Protocol):
    """Runs `source` in a fresh sandbox; returns a description of the outcome, and the output."""

    def __call__(
        self, source: str, *, seconds: float = 20.0, preload: Iterable[str] = (), cpu_seconds: int = CPU_SECONDS
    ) -> tuple[str, Output]: ...


@pytest.fixture(scope="session")
def settings() -> GraderSettings:
    return GraderSettings(memory_mb=512, cpu_seconds=CPU_SECONDS, output_cap=2**20, output_kept=1000, scratch_mb=16)


@pytest.fixture(scope="session")
def jail(settings: GraderSettings) -> Jail:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    inside = Path("/attacks/worker.py")
    return Jail.from_settings(settings, script=inside, binds=[Bind(WORKER, inside)])


@pytest.fixture(scope="session")
def bundle() -> Bundle:
    return make_bundle()


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory, bundle: Bundle) -> Iterator[Grader]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    cache = tmp_path_factory.mktemp("attacks") / "cache"
    settings = GraderSettings(
        compile_cache=cache, sandbox_uid=SANDBOX_UID, memory_mb=768, output_cap=2**20, scratch_mb=16, threads=64
    )
    with Grader(settings, spares=0) as grader:
        fill_cache(grader, bundle, cache / bundle.digest)
        assert grader.grade(bundle, HONEST, mode=Mode.SUBMIT).verdict is Verdict.ACCEPTED
        yield grader


@pytest.fixture
def attack(jail: Jail, settings: GraderSettings) -> Attack:
    def run(
        source: str, *, seconds: float = 20.0, preload: Iterable[str] = (), cpu_seconds: int = CPU_SECONDS
    ) -> tuple[str, Output]:
        with SandboxProcess.spawn(jail, settings.model_copy(update={"cpu_seconds": cpu_seconds})) as sandbox:
            sandbox.start(jail, time.monotonic() + 60, header={"preload": list(preload)})
            members = (sandbox.pid, sandbox.worker_pid)
            assert None not in members
            deadline = time.monotonic() + seconds
            try:
                sandbox.send(Frame(FrameKind.JOB, {"source": source}), deadline)
                frame = sandbox.receive(deadline)
                words = describe_frame(frame)
                end = sandbox.wait(time.monotonic() + 60)
                if str(end) != "exited 0":
                    words += f", then {end}"
            except SandboxEnded as ended:
                words = str(ended.outcome)
        assert not any(Path(f"/proc/{pid}").exists() for pid in members), "something of the sandbox is left"
        return words, sandbox.output

    return run


def describe_frame(frame: Frame) -> str:
    """Return the worker's result: `done RESULT` or `failed TYPE ERRNO`."""
    if frame.kind is FrameKind.FAILED:
        number = frame.header["errno"]
        return f"failed {frame.header['type']}" + ("" if number is None else f" {number}")
    return f"{frame.kind.name.lower()} {frame.header.get('result')}"
