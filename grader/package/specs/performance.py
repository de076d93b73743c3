"""Checks of what the compiled program costs, and of how often JAX compiles."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Strict

Ratio = Annotated[float, Field(ge=1, le=1e6)]


class CostSpec(Strict):
    """The compiled program may cost at most so many times what the reference's costs. This check gives a score.

    The figures are the compiler's, for the arguments of a case's last call. XLA counts the body of a loop once; here it
    counts as often as it runs. Where that can't be known (`lax.while_loop`), or where the program calls back into
    Python, there are no figures: such a program fails, and such a reference can't be published. Figures below 1024
    count as 1024. What libraries outside of XLA do (as in `jnp.linalg`) isn't counted.

    The score of a case is 1 for figures up to the reference's, and falls with the worst of the figures that are
    limited: 0.5 for twice as much. The report's score is the least of all cases, and 0 where the verdict is not
    `accepted`. The figures depend on shapes and not on the machine's load, so equal programs have equal scores.
    """

    flops: Ratio | None = Field(default=None, description="the most floating-point operations")
    bytes_accessed: Ratio | None = Field(
        default=None, description="the most bytes that operations read and write, after fusion"
    )
    temp_bytes: Ratio | None = Field(default=None, description="the most memory for arrays in between, at its peak")

    @model_validator(mode="after")
    def _limit_something(self) -> Self:
        if not self.limits():
            raise ValueError("at least one figure needs a limit")
        return self

    def limits(self) -> dict[str, float]:
        """Return the limits that are given, by figure, as multiples of the reference's."""
        return {name: limit for name, limit in self if limit is not None}


class CompilesSpec(Strict):
    """All calls of a case together may have so many programs compiled.

    What counts is each time that JAX asks the compiler for a program of the submission's functions, also when its
    persistent cache has it already. Operations that run by themselves (eager `jnp`) don't count; see `traces`.
    """

    most: int = Field(ge=0, description="the most programs in a case")
