"""Checks that the entry point depends on its arguments alone, and leaves nothing behind."""

from __future__ import annotations

from grader.package.specs.base import Strict


class PureSpec(Strict):
    """JAX must make the same program of the entry point whenever it traces it.

    The entry point is traced twice in a row at the arguments of a case's last call, then at another time of day, and
    with other states of `random` and `numpy.random` where it drew from them. What is read while JAX traces (a global, a
    clock, a random number) is baked into the compiled program and stays as it was then. A side effect that no later
    trace sees, such as a counter that is only printed, is let pass.
    """


class DeterministicSpec(Strict):
    """Equal arguments must give equal bits, whatever was called before.

    The first call of a case is made again after all others, and the last one alone in a fresh import of the submission.
    `repeat` compares the calls of a case with each other instead.
    """
