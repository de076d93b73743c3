"""A jitted function that is kept for each step, with a callable dataclass as the body."""

import dataclasses
import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp

Step = Callable[[jax.Array, jax.Array], jax.Array]


@dataclasses.dataclass(frozen=True)
class Body:
    step: Step

    def __call__(self, state: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return (following := self.step(state, x)), following


@functools.partial(jax.jit, static_argnums=0)
def trajectory(step: Step, start: jax.Array, inputs: jax.Array) -> jax.Array:
    _, after = jax.lax.scan(Body(step), init=start, xs=inputs)
    return jax.lax.concatenate((jax.lax.expand_dims(start, (0,)), after), dimension=0)
