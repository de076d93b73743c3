"""Checks of how a submission uses JAX's and NNX's transformations: which wrapper, in which mode, on which devices."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import HowOften, Name, Strict

Wrapper = Literal["jax.jit", "nnx.jit"]


class WrappedBySpec(Strict):
    """A function of the submission must be wrapped by `jax.jit` or `nnx.jit`, and not again and again.

    Where the function is not named, any one will do, the entry point among them. Its name is that of the function or
    the one that the file gives to what is wrapped: `train_step = nnx.jit(_step)`. A call of what was compiled ahead of
    time, by `.lower(…).compile()`, is a call of it. Where the least and the most calls are the same number, each call
    must return numbers that it was not given. `jit` says more where a module is the point.
    """

    wrappers: list[Wrapper] = Field(min_length=1, description="what may have made the wrapped function")
    function: Name | None = Field(default=None, description="the name of the function that must be wrapped")
    rewrap: Literal["never", "per_call", "any"] = Field(
        default="per_call",
        description="how often it may be wrapped: once in a case, once in a call of the entry point, or any number",
    )
    takes: Name | None = Field(
        default=None, description="a parameter whose model a function made by `nnx.jit` must be given as an argument"
    )
    at_least: HowOften | None = Field(default=None, description="least calls of it in each call, or a parameter's name")
    at_most: HowOften | None = Field(default=None, description="most calls of it in each call, or a parameter's name")

    @property
    def is_exact(self) -> bool:
        """Whether it must be called a certain number of times, so that each call must compute something."""
        return self.at_least is not None and self.at_least == self.at_most

    def parameters(self) -> list[str]:
        """Return the names of parameters that stand for a count or a model."""
        return [name for name in (self.at_least, self.at_most, self.takes) if isinstance(name, str)]


class ModesSpec(Strict):
    """The entry point must return the same in NNX's graph mode and in its tree mode.

    The file is imported and the calls of a case are made once more in the mode that is not Flax's default
    (`nnx.set_graph_mode` and `nnx.set_graph_updates`). In tree mode models are trees: no variable may be shared.
    """

    tolerance: float = Field(default=8.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
