"""Checks of what JAX and NNX did while the entry point was called."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Name, Strict


class JitSpec(Strict):
    """The entry point must call one function made by `wrapper`, as often as a parameter says.

    That function must be given the module as an argument, the same one each time, and call it under trace.
    """

    wrapper: Literal["nnx.jit"] = Field(description="what must have made the function")
    module: Name = Field(description="a class of `flax.nnx`, whose instance is the model")
    calls: Name = Field(description="the parameter that holds the number of calls")
    defaults: bool = Field(default=False, description="whether the module must be built with its class's defaults")


class NnxStateSpec(Strict):
    """The model's graphdef and variables must be the same, byte for byte, after each call, but for what may change.

    The models are those given to the entry point, or else those given to functions made by `nnx.jit`. Types of
    variables are named as in `flax.nnx`, or as the submission calls its own; a base class stands for all its kinds,
    as `RngState` does for `RngKey` and `RngCount`.
    """

    graphdef: Literal["same", "any"] = Field(default="same", description="whether the structure must stay as it is")
    may_change: list[Name] = Field(default=[], description="types of variables whose values may change")
    must_change: list[Name] = Field(default=[], description="types of which at least one variable must change")
    params: Literal["intact"] | None = Field(
        default=None, description="`intact`: exactly the paths that were a Param before are one after"
    )


class TracesSpec(Strict):
    """JAX must trace the submission's functions in each call as often as the case says.

    A case's call gives the number (`traces=1`) or the least and most (`traces=(0, 1)`).

    Limits: a trace counts in which a function of the submission runs. So a function of JAX that is jitted anew in each
    call, as `jax.jit(functools.partial(jax.lax.scan, step))` with one `step` for all calls, counts once.
    """
