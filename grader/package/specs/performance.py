"""Checks of the compiled program's cost, and of how often JAX compiles."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from grader.package.specs.base import Ratio, Strict


class CostSpec(Strict):
    """The compiled program's cost must not exceed these multiples of the reference's. This check gives a score.

    The figures are the compiler's, for the arguments of a case's last call. XLA counts the body of a loop once; here it
    counts once per iteration, and a Pallas kernel once per step of its grid. If the number of iterations isn't known
    (`lax.while_loop`), or if the program calls back into Python, there are no figures: such a program fails, and such a
    reference can't be published. Figures below 1024 count as 1024. Work in libraries outside XLA (as in `jnp.linalg`)
    isn't counted. Loops inside `jax.shard_map` can't be counted either; there only `temp_bytes` can be limited.

    The score of a case is 1 if the worst of the limited figures equals the reference's, 0.5 if it is twice as much, and
    2, the maximum, if it is half as much or less. The report's score is the minimum over all cases, in which hidden
    ones count in steps of a quarter, and 0 if the verdict is not `accepted`. The figures depend on shapes, not on the
    machine's load, so equal programs have equal scores.
    """

    flops: Ratio | None = Field(default=None, description="the maximum number of floating-point operations")
    bytes_accessed: Ratio | None = Field(
        default=None, description="the maximum number of bytes that operations read and write, after fusion"
    )
    temp_bytes: Ratio | None = Field(default=None, description="the maximum peak memory of intermediate arrays")

    @model_validator(mode="after")
    def _limit_something(self) -> Self:
        if not self.limits():
            raise ValueError("at least one figure needs a limit")
        return self

    def limits(self) -> dict[str, float]:
        """Return the limits that are set, by figure, as multiples of the reference's."""
        return {name: limit for name, limit in self if limit is not None}


class WorkSpec(Strict):
    """The programs that a case's calls run must not do more than `most` times the reference's arithmetic.

    This is for entry points that aren't one program, such as a loop in Python over a jitted step; for others, `cost`
    says more. The calls are made once more, and of each program that runs, the floating-point operations in its jaxpr
    are counted: an elementwise operation once for each number, a product of matrices two for each product of two
    numbers. What nothing uses doesn't count, nor does a program compiled ahead of time. A `while_loop` counts as one
    turn. Figures below 1024 count as 1024.
    """

    most: Ratio = Field(description="the maximum number of floating-point operations, as a multiple of the reference's")


class CompilesSpec(Strict):
    """The calls of a case together must not compile more than `most` programs.

    Each request to the compiler for a program of the submission's functions counts, even if the persistent cache has
    the program. Operations that run by themselves (eager `jnp`) don't count; see `traces`.
    """

    most: int = Field(ge=0, description="the maximum number of programs in a case")
