"""Checks of the program that JAX makes from the entry point."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Name, Strict
from grader.package.specs.sizes import Size


class GrowthSpec(Strict):
    """How much longer a program may become when arguments become larger."""

    parameters: list[Name] = Field(min_length=1, description="the parameters that are enlarged together")
    most: Annotated[float, Field(ge=0)] = Field(
        default=0.0, description="the maximum number of equations added per step"
    )


class JaxprSpec(Strict):
    """The jaxpr of the entry point, traced with the arguments of a case's last call, must meet the conditions below.

    Only arrays are traced; numbers, strings and flags keep their values. Equations are counted at any depth, and those
    in the body of a loop once. An intermediate array is the output of any equation, including the result; XLA may fuse
    some of them away. Sizes may use the letters in the parameters' types, as in `4 * N * D`, with `+`, `-` and `*`.

    For `growth` two jaxprs are made, with the original `parameters` and with twice their size (both enlarged four times
    if the size is below 4): an array along its first axis, an integer in value, a list in length, the arrays in a
    dict, a tuple or an instance along their first axes. `lax.scan` and `lax.fori_loop` add nothing per step, a Python
    loop adds some equations per step, and `lax.associative_scan` adds some per doubling.
    """

    require: list[Name] = Field(default=[], description="primitives that must occur")
    forbid: list[Name] = Field(default=[], description="primitives that must not occur")
    growth: GrowthSpec | None = Field(
        default=None,
        description="`{parameters: [xs], most: 0}`: the maximum number of equations added per step of `xs`",
    )
    max_consts_bytes: Size | None = Field(
        default=None, description="the maximum number of bytes of arrays that are constants of the program"
    )
    max_intermediate: Size | None = Field(
        default=None, description="the maximum number of elements of an intermediate array"
    )
    max_intermediate_bytes: Size | None = Field(
        default=None, description="the maximum number of bytes of an intermediate array"
    )

    @model_validator(mode="after")
    def _ask_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("at least one of its keys is needed")
        return self
