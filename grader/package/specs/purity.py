"""Checks that the entry point depends only on its arguments, and keeps no state."""

from __future__ import annotations

from grader.package.specs.base import Strict


class PureSpec(Strict):
    """JAX must make the same program from the entry point whenever it traces it.

    The entry point is traced twice in a row at the arguments of a case's last call, then at another time of day, and
    with other states of `random` and `numpy.random` if it drew from them. A value that is read while JAX traces (a
    global, a clock, a random number) becomes a constant of the compiled program. A side effect that no later trace
    sees, such as a counter that is only printed, is allowed.
    """


class DeterministicSpec(Strict):
    """Equal arguments must give bit-identical results, whatever was called before.

    The first call of a case is repeated after all others, and the last call is repeated alone, in a fresh import of
    the submission. `repeat` compares the calls of a case with each other instead.
    """
