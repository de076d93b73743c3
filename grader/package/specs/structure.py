"""Checks of what JAX and NNX do during calls of the entry point."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Name, Strict


class JitSpec(Strict):
    """The entry point must call one function made by `wrapper`, as often as a parameter says.

    That function must take the module as an argument, the same one each time, and call it while JAX traces.
    """

    wrapper: Literal["nnx.jit"] = Field(description="the wrapper that must have made the function")
    module: Name = Field(description="a class of `flax.nnx`, whose instance is the model")
    calls: Name = Field(description="the parameter that holds the number of calls")
    defaults: bool = Field(default=False, description="whether the module must be built with its class's defaults")


class NnxStateSpec(Strict):
    """After each call, the model's graphdef and variables must be byte for byte the same, except for allowed changes.

    The models are those given to the entry point, or else those given to functions made by `nnx.jit`. A type of
    variable is named as in `flax.nnx`, or as the submission's own class; a base class includes its subclasses, as
    `RngState` includes `RngKey` and `RngCount`.
    """

    graphdef: Literal["same", "any"] = Field(default="same", description="whether the structure must stay the same")
    may_change: list[Name] = Field(default=[], description="types of variables whose values may change")
    must_change: list[Name] = Field(default=[], description="types of which at least one variable must change")
    params: Literal["intact"] | None = Field(
        default=None, description="`intact`: the same paths must hold a Param before and after the call"
    )


class TracesSpec(Strict):
    """In each call, JAX must trace the submission's functions as often as the case says.

    Each call of a case gives the number (`traces=1`) or the minimum and maximum (`traces=(0, 1)`).

    Limits: only a trace in which a function of the submission runs counts. So a function of JAX that is jitted again in
    each call, such as `jax.jit(functools.partial(jax.lax.scan, step))` with the same `step` for all calls, counts once.
    """
