"""How a sandbox's process ended. The submission's verdict is decided elsewhere."""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from grader.errors import GraderError, SandboxStartError, SandboxUnavailableError
from grader.sandbox.spending import RanOut

if TYPE_CHECKING:
    from grader.sandbox.cgroup import MemoryEvents

WALL_EXIT: Final = 90
WALL_PREFIX: Final = "jaxdojo-wall"
"""How a worker ends if `grader.inside.confine`, which must not be imported here, can't set up a wall."""
CPU_MARGIN: Final = 0.5
"""The kernel enforces the limit by sampled ticks but reports exact times; on a busy machine they differ by a third."""
DUMP: Final = re.compile(
    rb'(?m)^[^\n]*\(most recent call first\):\n(?:  (?:File "|\.\.\.)[^\n]*(?:\n|$))*'
    rb'|(?:^[^\n]*\n)?(?:^  File "/dojo/[^\n]*(?:\n|$))+'  # one whose beginning was cut off
)
LINE: Final = re.compile(rb'File "solution\.py", line (\d{1,6}) in ')
ALLOCATION_FAILURES: Final = (b"std::bad_alloc", b"RESOURCE_EXHAUSTED", b"Out of memory", b"MemoryError")


class Ending(StrEnum):
    """The ways in which a sandbox can end."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    TIMED_OUT = "timed_out"
    OUTPUT_LIMIT = "output_limit"
    ANSWER_LIMIT = "answer_limit"
    PROTOCOL_ERROR = "protocol_error"
    MEMORY = "memory"
    KILLED = "killed"
    """The supervisor no longer needed it, or it was killed from outside through no fault of its own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a sandbox ended.

    `status` is the exit status if `ending` is EXITED, the signal's number if it is SIGNALLED (or MEMORY by a signal),
    otherwise None. `detail` is a sentence for logs. `cpu_seconds` is user and system time of the whole sandbox,
    measured from outside.
    """

    ending: Ending
    status: int | None = None
    detail: str = ""
    cpu_seconds: float = 0.0
    ran_out: RanOut | None = None
    """The part of the allowance that was used up, if `ending` is TIMED_OUT under an allowance."""
    line: int | None = None
    """The submission's current line when its processor time was used up, according to the worker."""

    @property
    def lacked_time(self) -> bool:
        """Whether time ran out that wasn't used, which may be the machine's fault."""
        return self.ran_out in (RanOut.IDLE, RanOut.IDLE_IN_ALL, RanOut.STARVED)

    def __str__(self) -> str:
        """Return a short description for logs and errors."""
        words = self.ending.value if self.status is None else f"{self.ending.value} {self.status}"
        return f"{words}: {self.detail}" if self.detail else words


def classify_exit(
    returncode: int | None,
    stderr_tail: bytes,
    *,
    cpu_seconds: float,
    cpu_limit: float,
    memory: MemoryEvents | None = None,
) -> Outcome:
    """Return how a sandbox ended by itself.

    `returncode` is what the sandbox's handle reports (negative: that signal ended it; None: unknown, because its zygote
    is gone too). `stderr_tail` is the end of the printed errors; a submission can forge it, but only to choose
    between its own failures. A SIGKILL that the supervisor didn't send came from the kernel if `cpu_limit` is used up
    or the control group's `memory` counters say so. Otherwise it came from outside, or the whole machine ran out of
    memory, which is not the submission's fault. Without counters, the cause is assumed to be memory.
    """
    if returncode is None:
        return Outcome(Ending.KILLED, detail="its zygote is gone", cpu_seconds=cpu_seconds)
    if returncode < 0:
        number = -returncode
    elif returncode == signal.SIGABRT:  # a worker that aborts: see `exit_on_abort` in `grader.inside.confine`
        number = returncode
    else:
        return Outcome(Ending.EXITED, returncode, cpu_seconds=cpu_seconds)
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    if number == signal.SIGXCPU or (number == signal.SIGKILL and cpu_seconds >= CPU_MARGIN * cpu_limit):
        return Outcome(Ending.TIMED_OUT, None, "used up its processor time", cpu_seconds, RanOut.PROCESSOR_IN_ALL)
    if number == signal.SIGKILL and memory is not None and not (memory.kills and memory.at_limit):
        return Outcome(Ending.KILLED, None, "killed from outside, or the machine ran out of memory", cpu_seconds)
    if number == signal.SIGKILL:
        return Outcome(Ending.MEMORY, number, "killed by the kernel, out of memory", cpu_seconds)
    if number in {signal.SIGABRT, signal.SIGSEGV} and any(words in stderr_tail for words in ALLOCATION_FAILURES):
        return Outcome(Ending.MEMORY, number, "aborted because an allocation failed", cpu_seconds)
    return Outcome(Ending.SIGNALLED, number, name, cpu_seconds)


def find_line(dump: bytes) -> int | None:
    """Return the innermost line of the submission in the output of `faulthandler`; a submission can forge it."""
    found = LINE.search(dump)
    return int(found[1]) if found is not None else None


def drop_dump(stderr: bytes) -> bytes:
    """Return what was printed without the dumps of `faulthandler`, which name the grader's own files."""
    return DUMP.sub(b"", stderr)


class SandboxEnded(Exception):  # noqa: N818 - an end is not always an error
    """The sandbox ended, as `outcome` describes, and has been reaped."""

    def __init__(self, outcome: Outcome) -> None:
        """Carry the outcome."""
        super().__init__(str(outcome))
        self.outcome = outcome


def explain_failed_start(outcome: Outcome, stderr: bytes) -> GraderError:
    """Return the exception for a sandbox that ended, printing `stderr`, before any untrusted code ran in it."""
    printed = stderr.decode("utf-8", errors="replace").strip()
    last = printed.splitlines()[-1] if printed else ""
    if outcome.ending is Ending.EXITED and outcome.status == WALL_EXIT and last.startswith(WALL_PREFIX):
        wall, _, detail = last.removeprefix(WALL_PREFIX).strip().partition(": ")
        return SandboxUnavailableError(wall, detail)
    if last.startswith(("bwrap:", "setpriv:")):
        return SandboxUnavailableError("jail", last)
    return SandboxStartError(f"the worker ended before it was ready ({outcome}): {printed[-2000:]}")
