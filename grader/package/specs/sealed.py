"""The check of sealed cases: hidden cases whose values never enter the submission's process."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Name, Strict, Text
from grader.package.specs.sizes import Size

GrowthSize = Annotated[int, Field(ge=1, le=2**16)]


class SealedGrowthSpec(Strict):
    """How much longer a program may become when arguments become larger.

    Operations are counted at a quarter of the small size, too, where no loop may be unrolled either.
    """

    parameters: list[Name] = Field(min_length=1, description="the arrays whose first axes get these sizes, together")
    sizes: Annotated[list[GrowthSize], Field(min_length=2, max_length=2)] = Field(
        default=[192, 384], description="a small size and a large one"
    )
    most: Annotated[float, Field(ge=0)] = Field(
        default=0.0, description="the maximum number of operations added per element"
    )

    @model_validator(mode="after")
    def _ask_for_growth(self) -> Self:
        if self.sizes[0] >= self.sizes[1]:
            raise ValueError("the second size must be the larger one")
        return self

    def list_measured(self, least: int) -> list[int]:
        """Return the three sizes at which operations are counted; the first is at least `least`, if that is allowed."""
        return [min(max(least, self.sizes[0] // 4), self.sizes[0]), *self.sizes]


class SealedSpec(Strict):
    """In hidden cases the grader judges the exported program of the entry point, not the submission's process.

    The submission's process traces and exports the entry point for shapes and dtypes, without values. Another sandbox,
    the referee, which never has the submission's code, runs the program on the values. Functions of `bodies.py` are
    left open in the program, and the referee fills in variants: the public functions, with their results multiplied by
    a random factor. `values`, `checker`, `body`, `cost` and `gradients` are judged on the referee's evidence; all
    other checks apply to the samples only. For `gradients` the program of the derivatives is exported too, and
    `numeric` applies to the samples only. `cost` counts the floating-point operations of the program before
    optimization, and those in a loop once per iteration. `growth` applies to the program of the derivatives, too;
    a submission that raises an exception for its sizes is refused.
    Programs may call the library functions that the reference's programs call; if there are functions of linear
    algebra among them, such as LAPACK's, they may call any such function, except where `cost` is judged.

    JAX must be able to trace the entry point. Its arguments may be arrays, random keys, lists, tuples and dicts of
    them, functions of `bodies.py`, and numbers, flags and strings; the submission knows the values of the last three.
    """

    loops: bool = Field(default=True, description="whether loops of `jax.lax` may occur")
    growth: SealedGrowthSpec | None = Field(
        default=None,
        description="`{parameters: [xs], sizes: [192, 384], most: 0}`: the maximum number of operations added per row "
        "of `xs`",
    )
    max_intermediate: Size | None = Field(
        default=None, description="the maximum number of elements of an intermediate array"
    )
    max_constants: Annotated[int, Field(ge=0, le=2**26)] = Field(
        default=2**16, description="the maximum number of bytes of arrays that are constants of the program"
    )
    custom_calls: list[Text] = Field(
        default=[], description="the targets of custom calls that are allowed, besides those of the reference"
    )
