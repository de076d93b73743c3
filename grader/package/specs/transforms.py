"""Checks of the wrapper and the mode with which a submission uses the transformations of JAX and NNX."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import HowOften, Name, Strict

Wrapper = Literal["jax.jit", "nnx.jit"]


class WrappedBySpec(Strict):
    """A function of the submission must be wrapped by `jax.jit` or `nnx.jit`, and not repeatedly.

    If no function is named, any will do, including the entry point. The name may be the function's own, or that of the
    wrapped function in the file: `train_step = nnx.jit(_step)`. If the entry point is named, it must be what the
    wrapper returned, with nothing around it. A call of a program compiled ahead of time, by
    `.lower(…).compile()`, counts as a call of the function. If `at_least` and `at_most` are equal, each such call must
    return numbers that it wasn't given. For problems about modules, the check `jit` examines more.
    """

    wrappers: list[Wrapper] = Field(min_length=1, description="the wrappers that may have made the function")
    function: Name | None = Field(default=None, description="the name of the function that must be wrapped")
    rewrap: Literal["never", "per_call", "any"] = Field(
        default="per_call",
        description="how often it may be wrapped: once in a case, once in a call of the entry point, or any number",
    )
    takes: Name | None = Field(
        default=None,
        description="the parameter with the model that a function made by `nnx.jit` must take as an argument",
    )
    at_least: HowOften | None = Field(
        default=None,
        description="the minimum number of its calls in each call of the entry point, or a parameter that holds it",
    )
    at_most: HowOften | None = Field(
        default=None,
        description="the maximum number of its calls in each call of the entry point, or a parameter that holds it",
    )

    @property
    def is_exact(self) -> bool:
        """Whether the function must be called an exact number of times, so that each call must compute something."""
        return self.at_least is not None and self.at_least == self.at_most

    def parameters(self) -> list[str]:
        """Return the names of parameters that hold a count or a model."""
        return [name for name in (self.at_least, self.at_most, self.takes) if isinstance(name, str)]


class ModesSpec(Strict):
    """The entry point must return the same values in NNX's graph mode and in its tree mode.

    With `final_state`, it must also leave the same in the models that it is given. With `eager`,
    nothing may compute outside of jitted functions in that mode either.

    The file is imported again, and the calls of a case are repeated in the mode that is not Flax's default
    (`nnx.set_graph_mode` and `nnx.set_graph_updates`). In tree mode models are trees: no variable may be shared.
    """

    tolerance: float = Field(default=8.0, gt=0, le=1e6, description="the largest error allowed, in eps of the dtype")
