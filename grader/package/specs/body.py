"""The check of how the entry point calls a function that the problem passes to it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import HowOften, Name, Strict

Context = Literal["concrete", "jit", "vmap", "grad", "jvp", "scan"]


class BodySpec(Strict):
    """The entry point must call the function passed to it in the right contexts, and not too often.

    The case's argument is `Body("name")`, a function of the problem's public `bodies.py`; the parameter's type is
    `function`. The check counts how often Python runs the function: once per trace. The contexts are `jit`,
    `vmap`, `grad` (reverse mode, and `jax.linearize`), `jvp` (forward mode), `scan` (inside a loop of `jax.lax`: scan,
    while, fori, map, associative_scan) and `concrete` (none of these: plain arrays, one operation at a time). A call
    can be in several contexts. A count is a number or the name of a parameter that holds one. If a later call of a case
    reuses the compiled program of an earlier one, it need not call the function again.

    Limits: a call inside `jax.checkpoint`, `lax.cond` or the rules of a `custom_jvp` or `custom_vjp`, with no
    other transformation around it, counts as `concrete`. A call by `jax.eval_shape` counts as `jit`. A call in a `vmap`
    or `grad` counts there even if its arguments don't depend on the mapped or differentiated values.
    `associative_scan` calls its function several times for each doubling of the length. So use `exactly` for problems
    that can be solved in only one way; `require` and `at_most` leave room for several.
    """

    parameter: Name = Field(description="the parameter that takes the function")
    require: list[Context] = Field(default=[], description="contexts in which it must be called at least once")
    forbid: list[Context] = Field(default=[], description="contexts in which it must not be called")
    exactly: dict[Context | Literal["any"], HowOften] = Field(
        default={}, description="how often it must be called in a context, or in `any`"
    )
    at_most: dict[Context | Literal["any"], HowOften] = Field(
        default={}, description="how often it may be called in a context, or in `any`"
    )

    vmap_in_loops: bool = Field(
        default=False, description="whether each call inside a loop of `jax.lax` must be under `jax.vmap` as well"
    )

    def parameters(self) -> list[str]:
        """Return the names of parameters that hold a count."""
        return [count for count in (*self.exactly.values(), *self.at_most.values()) if isinstance(count, str)]
