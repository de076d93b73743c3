"""Checks of the program that JAX makes of the entry point."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Name, Strict
from grader.package.specs.sizes import Size


class GrowthSpec(Strict):
    """How much longer a program may become when arguments become larger."""

    parameters: list[Name] = Field(min_length=1, description="the parameters that are made larger together")
    most: Annotated[float, Field(ge=0)] = Field(default=0.0, description="the most equations added per step")


class JaxprSpec(Strict):
    """The jaxpr of the entry point, at the arguments of a case's last call, must be as the keys say.

    Only arrays are traced; numbers, texts and flags keep their values. Equations are counted at any depth, and those in
    the body of a loop once. An array in between is one that any equation makes, the result included; XLA may fuse
    some of them away. Sizes may be given in terms of the letters in the parameters' types, as `4 * N * D`, with
    `+`, `-` and `*`.

    For `growth` two jaxprs are made, with the `parameters` as they are and twice as large (both four times as large
    where they are below 4): an array along its first axis, an integer in value, a list in length, the arrays in a
    dict, a tuple or an instance along their first axes. `lax.scan` and `lax.fori_loop` add nothing per step, a Python
    loop some equations, `lax.associative_scan` some for each doubling.
    """

    require: list[Name] = Field(default=[], description="primitives that must occur")
    forbid: list[Name] = Field(default=[], description="primitives that may not occur")
    growth: GrowthSpec | None = Field(
        default=None, description="`{parameters: [xs], most: 0}`: the most equations added per step of `xs`"
    )
    max_consts_bytes: Size | None = Field(
        default=None, description="the most bytes of arrays that are baked into the program as constants"
    )
    max_intermediate: Size | None = Field(default=None, description="the most elements of an array in between")
    max_intermediate_bytes: Size | None = Field(default=None, description="the most bytes of an array in between")

    @model_validator(mode="after")
    def _ask_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("at least one of its keys is needed")
        return self
