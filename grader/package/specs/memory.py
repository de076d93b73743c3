"""Checks of the memory that a program gives up or keeps."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Name, Strict
from grader.package.specs.sizes import Size


class DonationSpec(Strict):
    """A call must donate the arrays of these parameters, and of no others.

    The last call is made once more. Each array of the parameters named must be deleted after it, and the call's result
    must have taken over its memory. XLA leaves alone what is donated in vain, but JAX warns of it, and that counts as
    donated, too. `inputs_unchanged` asks for the opposite: a problem has one or the other.
    """

    parameters: list[Name] = Field(min_length=1, description="the parameters whose arrays are donated")


class RematSpec(Strict):
    """The gradient of the entry point must recompute what it can, and keep little for the backward pass.

    The entry point is what is differentiated (a loss, or a block of layers), with respect to the floating-point arrays
    of the parameters named, at the arguments of a case's last call. Residuals are the arrays that the forward pass
    makes and keeps for the backward pass; arguments that are kept don't count. XLA on CPU shows no saving, so the
    program is looked at before it is compiled.
    """

    parameters: list[Name] = Field(default=[], description="what the derivative is taken of; all if none is named")
    checkpoint: bool = Field(
        default=True, description="whether `jax.checkpoint` must occur; if not, any way to keep little will do"
    )
    max_residuals: Size | None = Field(
        default=None, description="the most elements kept; sizes as in `jaxpr`, such as `2 * N * D`"
    )
    max_ratio: Annotated[float, Field(ge=1)] | None = Field(
        default=None, description="the most elements kept, as a multiple of the reference's"
    )

    @model_validator(mode="after")
    def _ask_something(self) -> Self:
        if not self.checkpoint and self.max_residuals is None and self.max_ratio is None:
            raise ValueError("without `checkpoint`, `max_residuals` or `max_ratio` is needed")
        return self
