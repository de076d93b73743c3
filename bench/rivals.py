"""The platform's rivals: a warm trusted process, and cold sandboxed ones, with the same cases and harness."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader.grading.conversation import Conversation
from grader.grading.jobs import build_job
from grader.grading.spare import Spare
from grader.judge.verdict import judge_case
from grader.package.specs import Checks
from grader.protocol import Frame, FrameKind, encode_frame, read_frame
from grader.report import Stack, Verdict
from grader.sandbox.interpreter import Interpreter
from grader.sandbox.jail import DOJO, Bind, Jail
from grader.sandbox.process import SandboxProcess
from grader.sandbox.zygote import SINGLE_THREAD_FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from grader.bundle.contents import Bundle, Case
    from grader.settings import GraderSettings

HERE = Path(__file__).resolve().parent
COLD_SCRIPT = DOJO / "bench_cold.py"
START_SECONDS = 120.0


class WarmProcess:
    """A trusted process that keeps running the same submission on the same cases, or whose forks do."""

    def __init__(
        self, settings: GraderSettings, bundle: Bundle, source: bytes, hidden: Sequence[Case], *, fork: bool = False
    ) -> None:
        """Start it with the bundle's compile cache."""
        self._bundle = compare_outputs_alone(bundle)
        self._cases = (*bundle.samples, *hidden)
        job = build_job(source.decode(), bundle.manifest, self._cases)
        self._job = encode_frame(job)
        interpreter = Interpreter.probe(settings.sandbox_python)
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        cache = (settings.compile_cache or Path()) / bundle.digest
        self._process = subprocess.Popen(
            [
                *[str(interpreter.executable), "-I", "-S", "-B", str(HERE / "warm_process.py")],
                *[str(requests), str(replies), *map(str, interpreter.packages)],
                *["--cache", str(cache), *(["--fork"] if fork else [])],
            ],
            pass_fds=(requests, replies),
            env={"JAX_PLATFORMS": "cpu", "OPENBLAS_NUM_THREADS": "1", "XLA_FLAGS": SINGLE_THREAD_FLAGS},
        )
        os.close(requests)
        os.close(replies)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        os.close(self._requests)
        self._process.wait(timeout=START_SECONDS)
        os.close(self._replies)

    def run(self) -> None:
        """Run all cases once and judge them."""
        data = memoryview(self._job)
        while data:
            data = data[os.write(self._requests, data) :]
        judge_frames(self._bundle, self._cases, self._read)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            some = os.read(self._replies, size - len(data))
            if not some:
                raise SystemExit("the warm process ended")
            data += some
        return data


def grade_cold(settings: GraderSettings, bundle: Bundle, source: bytes, cases: Sequence[Case]) -> None:
    """Run `cases` in a fresh jail with a fresh Python and judge them."""
    jail = Jail.from_settings(settings, script=COLD_SCRIPT, binds=[Bind(HERE / "cold_process.py", COLD_SCRIPT)])
    with SandboxProcess.spawn(jail, settings) as process:
        process.start(jail, time.monotonic() + START_SECONDS)
        conversation = Conversation(Spare(process, Stack(python="", jax="", flax=""), None))
        for frame, case in zip(conversation.run_cases(source.decode(), bundle.manifest, cases), cases, strict=False):
            _judge(bundle, case, frame)
        with suppress(Exception):
            process.kill()


def compare_outputs_alone(bundle: Bundle) -> Bundle:
    """Return a bundle that checks `values` alone: a rival reports only outputs, so its work is no more than ours."""
    return replace(bundle, manifest=bundle.manifest.model_copy(update={"checks": Checks()}))


def judge_frames(bundle: Bundle, cases: Sequence[Case], read: Callable[[int], bytes]) -> None:
    """Judge the cases in frames that `read` returns, as many bytes as it is asked for."""
    index = 0
    while (frame := read_frame(read)).kind is not FrameKind.DONE:
        if frame.kind is FrameKind.CASE:
            _judge(bundle, cases[index], frame)
            index += 1


def _judge(bundle: Bundle, case: Case, frame: Frame) -> None:
    report, _ = judge_case(bundle.manifest, case, frame, hidden=True)
    if report.verdict is not Verdict.ACCEPTED:
        raise SystemExit(f"a rival got {report.verdict} on {case.name}: {report.checks}")
