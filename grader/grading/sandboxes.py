"""The sandboxes of one grade: the one that runs the submission, and those that judge it.

A problem's own `checker.py` runs in a second sandbox, and the programs of sealed cases run in a third, the referee's
(`grader.grading.sealing`). All are taken from the pool together and given back together.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from grader.grading.checker_sandbox import CheckerSandbox
from grader.grading.conversation import Conversation
from grader.grading.sealing import Referee, run_sealed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from grader.bundle.contents import Bundle, Case
    from grader.grading.pool import SandboxPool
    from grader.judge.sealing import SealedCase
    from grader.protocol import Frame
    from grader.report import Stack
    from grader.sandbox.pipes import Output


class GradeSandboxes:
    """Runs a submission's cases. A context manager that gives all sandboxes back on exit."""

    def __init__(self, pool: SandboxPool, bundle: Bundle, *, referee: bool) -> None:
        """Take the sandboxes from `pool`; a `referee` is only needed if hidden cases will run.

        Raises `SandboxUnavailableError` or `SandboxStartError` if one can't be started.
        """
        checks = bundle.manifest.checks
        self._bundle = bundle
        with ExitStack() as taken:
            self._spare = taken.enter_context(pool.lend(bundle))
            self._checker = taken.enter_context(pool.lend()) if checks.checker is not None else None
            needs_referee = referee and checks.sealed is not None
            self._judging = taken.enter_context(pool.lend(bundle)) if needs_referee else None
            self._taken = taken.pop_all()
        self._conversation = Conversation(self._spare)
        self._referee: Referee | None = None
        self.stack: Stack = self._spare.stack
        """The versions in the submission's sandbox."""
        self.tier: str = self._spare.process.tier
        """The tier of that sandbox: how strong its walls are."""

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give all sandboxes back, to be killed."""
        self._taken.close()

    @property
    def output(self) -> Output:
        """What the submission has printed so far."""
        return self._spare.process.output

    @property
    def memory_mib(self) -> int | None:
        """The memory that the submission's sandbox has used so far, in MiB; None if the machine can't measure it."""
        return self._spare.process.memory_mib

    @property
    def loaded(self) -> bool:
        """Whether the source was imported."""
        return self._conversation.loaded

    def open_judging(self) -> CheckerSandbox | None:
        """Send the judging sandboxes their code, to load meanwhile; return the problem's own checker, if any.

        Raises `CheckerFailedError` or `RefereeEndedError` if one of them has ended.
        """
        if self._judging is not None:
            self._referee = Referee(self._judging, self._bundle)
        return CheckerSandbox(self._checker, self._bundle.manifest.checker) if self._checker is not None else None

    def run_samples(self, source: str) -> Iterator[tuple[Case, Frame]]:
        """Load the source and run the samples; yield each with its CASE frame as it arrives.

        Raises what `grader.grading.conversation` raises.
        """
        bundle, cases = self._bundle, self._bundle.samples
        frames = self._conversation.run_cases(source, bundle.manifest, cases, bundle=bundle.digest)
        for frame, case in zip(frames, cases, strict=False):  # frames first: the last step receives DONE
            yield case, frame

    def run_hidden(self, cases: Sequence[Case]) -> Iterator[tuple[Case, Frame | SealedCase]]:
        """Run hidden cases of the loaded source; yield each with its CASE frame, or with its programs.

        Raises what `grader.grading.conversation` raises, and `RefereeEndedError`.
        """
        found: Iterator[Frame | SealedCase] = (
            self._conversation.run_more(self._bundle.manifest, cases)
            if self._referee is None
            else run_sealed(self._bundle, cases, self._conversation, self._referee)
        )
        for one, case in zip(found, cases, strict=False):
            yield case, one
