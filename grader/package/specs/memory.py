"""Checks of the memory that a program donates or keeps."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from grader.package.specs.base import Name, Strict
from grader.package.specs.sizes import Size


class DonationSpec(Strict):
    """A call must donate the arrays of these parameters, and of no others.

    The last call is repeated. After it, each array of these parameters must be deleted, and the call's result must use
    its memory. If an array is donated that XLA can't use, it isn't deleted, but JAX warns, and that counts as donated
    too. `inputs_unchanged` requires the opposite: a problem can have only one of the two.
    """

    parameters: list[Name] = Field(min_length=1, description="the parameters whose arrays are donated")


class RematSpec(Strict):
    """The gradient of the entry point must recompute what it can, and keep little for the backward pass.

    The entry point (a loss, or a block of layers) is differentiated with respect to the floating-point arrays of the
    named parameters, at the arguments of a case's last call. Residuals are the arrays that the forward pass makes and
    keeps for the backward pass; arguments that are kept don't count. XLA on CPU shows no saving, so the program is
    examined before compilation.
    """

    parameters: list[Name] = Field(
        default=[], description="the parameters to differentiate with respect to; all if none is named"
    )
    checkpoint: bool = Field(
        default=True, description="whether `jax.checkpoint` must occur; if not, any way of keeping little will do"
    )
    max_residuals: Size | None = Field(
        default=None, description="the maximum number of elements kept; a size as in `jaxpr`, such as `2 * N * D`"
    )
    max_ratio: Annotated[float, Field(ge=1)] | None = Field(
        default=None, description="the maximum number of elements kept, as a multiple of the reference's"
    )

    @model_validator(mode="after")
    def _ask_something(self) -> Self:
        if not self.checkpoint and self.max_residuals is None and self.max_ratio is None:
            raise ValueError("without `checkpoint`, `max_residuals` or `max_ratio` is needed")
        return self
