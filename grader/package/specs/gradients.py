"""Checks of derivatives."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from grader.package.specs.base import Name, Strict


class GradientsSpec(Strict):
    """The derivative of the entry point must equal the reference's.

    In reverse mode, outputs of any shape are weighted with fixed random numbers; in forward mode, the parameters move
    along a fixed random direction. Between the two passes of reverse mode another call is made, whose arguments a
    rule mustn't mistake for its own. In every second call of a case that isn't sealed, first derivatives are taken with
    respect to one parameter after the other, as `jax.grad` does with one number in `argnums`. Only floating-point
    outputs count. With `order: 2` the second derivative is compared too: reverse over reverse, forward over forward.
    With `numeric` the first derivative is also compared with finite differences of the submission's own values, as
    `jax.test_util.check_grads` does, which detects errors of 1 %. This comparison is skipped at kinks, and wherever
    rounding makes finite differences meaningless.
    """

    wrt: list[Name] = Field(min_length=1, max_length=8, description="the parameters to differentiate with respect to")
    modes: list[Literal["forward", "reverse"]] = Field(
        default=["reverse"],
        min_length=1,
        max_length=2,
        description="the modes of differentiation: `forward` by `jax.jvp`, `reverse` by `jax.vjp`",
    )
    order: Literal[1, 2] = Field(default=1, description="the highest derivative that is compared")
    numeric: bool = Field(default=False, description="whether to compare with finite differences too")
    tolerance: float = Field(default=128.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
    zero_rows: bool = Field(
        default=False, description="whether one row of the weights is zero; if there are two rows, none is"
    )
    scales: list[Annotated[float, Field(gt=0, le=1e12, allow_inf_nan=False)]] = Field(
        default=[1.0],
        min_length=1,
        max_length=4,
        description="factors for the weights: one for each call in turn, and then from the first again",
    )

    def scale_of(self, call: int) -> float:
        """Return by what the weights of a case's call are multiplied."""
        return self.scales[call % len(self.scales)]
