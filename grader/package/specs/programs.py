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


class KernelSpec(Strict):
    """Limits on a program's Pallas kernels, and on the work outside of them."""

    calls: Annotated[int, Field(ge=1, le=99)] = Field(
        default=1, description="the maximum number of times that kernels are called"
    )
    min_steps: Size | None = Field(default=None, description="the minimum number of steps of a kernel's grid")
    max_steps: Size | None = Field(default=None, description="the maximum number of steps of a kernel's grid")
    max_block: Size | None = Field(
        default=None, description="the maximum number of elements of an array that a kernel gets in one step"
    )
    max_total: Size | None = Field(
        default=None, description="the maximum number of elements of all arrays together that a kernel gets in one step"
    )
    outside: list[Name] = Field(
        default=[], description="primitives that may compute something from the arguments outside of the kernels"
    )


class JaxprSpec(Strict):
    """The jaxpr of the entry point, traced with the arguments of a case's last call, must meet the conditions below.

    Only arrays are traced; numbers, strings and flags keep their values. Equations are counted at any depth, and those
    in the body of a loop once. An intermediate array is the output of any equation, including the result; XLA may fuse
    some of them away. Sizes may use the letters in the parameters' types, as in `4 * N * D`, with `+`, `-` and `*`.

    For `growth` two jaxprs are made, with the original `parameters` and with twice their size (both enlarged four times
    if the size is below 4): an array along its first axis, an integer in value, a list in length, the arrays in a
    dict, a tuple or an instance along their first axes. `lax.scan` and `lax.fori_loop` add nothing per step, a Python
    loop adds some equations per step, and `lax.associative_scan` adds some per doubling: that is little per step only
    if the last call of the case has many steps.

    With `kernel`, the program must call a Pallas kernel (`pl.pallas_call`), and every kernel must be within the limits,
    as in `{calls: 1, min_steps: 2, max_steps: N, max_block: 8 * D, outside: [add]}`; each may be left out. A call in a
    loop of `jax.lax` counts once per iteration. The number of steps is the product of the grid's sizes, to which
    `jax.vmap` adds an axis. `max_block` limits each array that a step gets: blocks, scratch arrays, prefetched scalars,
    and operands without a block shape, which are passed whole; `max_total` limits their sum. Outside of kernels,
    numbers that come from the arguments may be moved, padded, selected and converted, but nothing may be computed from
    them, except by the primitives that `outside` names. So a program fails if its answer doesn't come out of a kernel,
    or if its kernel only copies. Limit `max_consts_bytes` too, so that no remembered answer can be copied.
    """

    require: list[Name] = Field(default=[], description="primitives that must occur")
    forbid: list[Name] = Field(default=[], description="primitives that must not occur")
    growth: GrowthSpec | None = Field(
        default=None,
        description="`{parameters: [xs], most: 0}`: the maximum number of equations added per step of `xs`",
    )
    kernel: KernelSpec | None = Field(
        default=None, description="the limits on Pallas kernels, which must then occur: see above"
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
