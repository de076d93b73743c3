"""The cost of calling a submission's function when nothing watches it: `python -m bench.marks`.

Each function of a submission begins with a mark, which tells the recorder that it was entered in a trace. Figures are
microseconds per call, the least of several rounds: for a plain function, and for one with a mark in a process with the
probes and the guard in place, during a call of the entry point.
"""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING, Any

from grader.inside.guard import Guard
from grader.inside.patches import Probes
from grader.inside.probes import IDLE, Recorder, enter
from grader.inside.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = "def f(x):\n    return x\n"
CALLS, ROUNDS = 100_000, 7


def measure(function: Callable[[int], int]) -> float:
    """Return the duration of a call, in microseconds."""
    return min(timeit.repeat("f(1)", globals={"f": function}, number=CALLS, repeat=ROUNDS)) / CALLS * 1e6


def main() -> None:
    """Measure both."""
    plain: dict[str, Any] = {}
    exec(SOURCE, plain)  # noqa: S102 - the source above
    recorder, probes, guard = Recorder(), Probes(None), Guard(lambda _: None)
    source = Source(SOURCE, idle=IDLE)
    recorder.functions = source.functions
    outside = measure(plain["f"])
    guard.watch(recorder.handlers(), probes.codes, [])
    module = source.fresh_module(enter)
    recorder.start_call()
    print(f"a call outside {outside:.3f} us, inside {measure(vars(module)['f']):.3f} us")


if __name__ == "__main__":
    main()
