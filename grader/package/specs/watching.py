"""Checks that the answer comes from watched functions: they replace outputs, and examine programs and state outside."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from grader.package.specs.base import HowOften, Name, Strict

OperationEvidence = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]*$", max_length=64)]


class HostSpec(Strict):
    """JAX must do the work: no callback into Python, and no NumPy array instead of a `jax.Array`.

    `jax.debug.print` is allowed, because it returns nothing. If the reference returns an array, so must a solution. In
    a sealed problem, JAX must also compute something in each call of a sample whose answer has new numbers.
    """

    callbacks: Literal["refuse", "allow"] = Field(
        default="refuse", description="whether `jax.pure_callback`, `io_callback` and `jax.debug.callback` are allowed"
    )
    numpy: Literal["refuse", "allow"] = Field(
        default="refuse", description="whether a NumPy array may be returned instead of the reference's `jax.Array`"
    )


class EagerSpec(Strict):
    """Computations on floating-point arrays must run inside a jitted function, not operation by operation.

    Watched functions are those that the submission makes with `jax.jit` or `nnx.jit`, from its own functions or a
    library's, and programs that it compiles ahead of time by `.lower(…).compile()`. Each program that JAX runs outside
    them is examined in each call, even if it was compiled before. The following may run outside: operations that only
    move numbers (reshape, slice, stack, concatenate, pad, broadcast, dtype conversion, indexing), operations on
    integers and keys, drawing random numbers, and the work of Flax or Optax when they make a layer or an optimizer.
    """

    allow: list[OperationEvidence] = Field(
        default=[], description="further operations that may run outside, as JAX names them: `add`, `_mean`"
    )
    at_most: HowOften | None = Field(
        default=None,
        description="the maximum number of calls of watched functions in each call of the entry point, or a parameter "
        "that holds it",
    )


class FollowsSpec(Strict):
    """The answer must come from the results of a jitted function.

    Some calls are made twice, with the same arguments. In one of the two, the floating-point arrays that watched
    functions return are replaced by random numbers of the same shapes and dtypes, drawn for the submission. All numbers
    of the answer must be among these: the entry point may split, reshape, reorder and stack them, but not compute with
    them. If `final_state` is declared, the variables that the call should change must hold these numbers too. So it
    isn't enough to call a function and discard its result or multiply it by zero.

    With `inputs`, the numbers given to a watched function must be zero, or come from the arguments, from the result
    of another watched function, or from Flax's or `jax.random`'s random numbers. Whole numbers may be others, and so
    may up to four numbers of an array, such as padding, if they stay the same when the arguments' arrays hold other
    numbers. So the work can't be done in NumPy and passed through a function that changes nothing.
    """

    wrappers: list[Literal["jax.jit", "nnx.jit"]] = Field(
        min_length=1, description="the wrappers that make the watched functions; `jax.jit` includes `.compile()`"
    )
    function: Name | None = Field(default=None, description="the name of the watched function; if null, any function")
    inputs: bool = Field(
        default=True, description="whether the numbers given to watched functions must come from the arguments"
    )
    state: bool = Field(
        default=True,
        description="whether the variables that a call should change are examined too, if `final_state` is declared",
    )

    def kinds(self) -> list[str]:
        """Return the kinds of watched wrappers, as the sandbox names them."""
        return [*self.wrappers, *(["aot"] if "jax.jit" in self.wrappers else [])]


class FinalStateSpec(Strict):
    """After a call, the given models must equal the reference's: each variable must have the same path, type and value.

    Parameters, statistics, counters and random keys are compared, up to rounding or, with `match: bit_equal`, bit for
    bit. Each variable must still be the same object. Models are read after the call, and again at the end of the case.
    """

    parameters: list[Name] = Field(min_length=1, description="the parameters that take the models")
    tolerance: float = Field(default=8.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
    match: Literal["tolerance", "bit_equal"] = Field(
        default="tolerance",
        description="how close the numbers must be, in addition to the tolerance; `bit_equal` tells -0 from 0",
    )
