"""Checks of derivatives."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Name, Strict


class GradientsSpec(Strict):
    """The derivative of the entry point must be the reference's.

    Outputs of any shape are weighted with fixed random numbers (in reverse), or the parameters are moved along a fixed
    random direction (forward). Only floating-point outputs count. With `order: 2` the derivative of that is compared,
    too: reverse over reverse, forward over forward. With `numeric` the first derivative is also held against finite
    differences of the submission's own values, as `jax.test_util.check_grads` does: an error of 1 % is found.
    At kinks, and where rounding drowns them, finite differences say nothing and nothing is held against them.
    """

    wrt: list[Name] = Field(min_length=1, max_length=8, description="the parameters to differentiate by")
    modes: list[Literal["forward", "reverse"]] = Field(
        default=["reverse"], min_length=1, max_length=2, description="by `jax.jvp`, by `jax.vjp`, or both"
    )
    order: Literal[1, 2] = Field(default=1, description="up to which derivative")
    numeric: bool = Field(default=False, description="whether finite differences are taken, too")
    tolerance: float = Field(default=128.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
