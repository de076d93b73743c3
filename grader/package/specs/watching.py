"""Checks that the answer comes from what is watched: by intervention, by what runs outside, by what is left behind."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from grader.package.specs.base import HowOften, Name, Strict

OperationEvidence = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]*$", max_length=64)]


class HostSpec(Strict):
    """The work must be JAX's: no callback into Python, and no NumPy array in the place of a `jax.Array`.

    `jax.debug.print` is no such callback: it brings nothing back. Where the reference returns an array, so must a
    solution.
    """

    callbacks: Literal["refuse", "allow"] = Field(
        default="refuse", description="whether `jax.pure_callback`, `io_callback` and `jax.debug.callback` are allowed"
    )
    numpy: Literal["refuse", "allow"] = Field(
        default="refuse", description="whether a NumPy array may stand where the reference returns a `jax.Array`"
    )


class EagerSpec(Strict):
    """What computes with floating-point arrays must run inside a jitted function, not operation by operation.

    Watched are the functions that the submission makes by `jax.jit` or `nnx.jit`, of its own functions or a library's,
    and what it compiles ahead of time by `.lower(…).compile()`. Each program that JAX runs outside of them is looked
    at, at each call, also where it was compiled before. Allowed there is what moves numbers and computes none (reshape,
    slice, stack, concatenate, pad, broadcast, a conversion of dtype, an index), what works on integers and keys, the
    drawing of random numbers, and what Flax or Optax do while they make a layer or an optimizer.
    """

    allow: list[OperationEvidence] = Field(
        default=[], description="operations that may run outside all the same, as JAX names them: `add`, `_mean`"
    )
    at_most: HowOften | None = Field(
        default=None, description="most calls of watched functions in each call, or a parameter's name"
    )


class FollowsSpec(Strict):
    """The answer must come from what a jitted function returns.

    Some calls are made a second time, before or after, with the same arguments. In these, the floating-point arrays
    that watched functions return are replaced by numbers that are drawn for the submission, of the same shapes and
    dtypes. All numbers of the answer must be among those drawn: it may take them apart, reshape, reorder and stack
    them, and may not compute with them. Where `final_state` is declared the variables that the call should change must
    hold drawn numbers, too. So a function that is called, but whose result is thrown away or multiplied by zero, is
    not what the answer comes from.

    With `inputs` the numbers that a watched function is given must be those of the arguments, of what another one
    returned, or drawn by Flax or `jax.random`. Whole numbers may be others. So may up to four in an array, as padding
    is, if they stay the same where the arrays among the arguments hold other numbers. So the work can't be done in
    NumPy and passed on by a function that changes nothing.
    """

    wrappers: list[Literal["jax.jit", "nnx.jit"]] = Field(
        min_length=1, description="by which the watched functions are made; `jax.jit` stands for `.compile()`, too"
    )
    function: Name | None = Field(default=None, description="the name of the function that is watched; any one if null")
    inputs: bool = Field(
        default=True, description="whether watched functions must be given the numbers of the arguments, and no others"
    )
    state: bool = Field(default=True, description="whether models, too, must follow, where `final_state` is declared")

    def kinds(self) -> list[str]:
        """Return the kinds of wrappers that are watched, as the sandbox names them."""
        return [*self.wrappers, *(["aot"] if "jax.jit" in self.wrappers else [])]


class FinalStateSpec(Strict):
    """After a call, the models given must be what the reference leaves: each variable by path, type and value.

    Parameters, statistics, counters and random keys are compared, up to rounding, and each variable must be the object
    that it was. Models are read after the call, and once more at the end of the case.
    """

    parameters: list[Name] = Field(min_length=1, description="the parameters that take the models")
    tolerance: float = Field(default=8.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
