"""Uses the older jax.custom_gradient, which returns the result and a function for the way back."""

from typing import Callable

import jax
import jax.numpy as jnp


class Shortener:
    def __init__(self, limit: float) -> None:
        self.limit = limit

    def __call__(self, g: jax.Array) -> tuple[jax.Array]:
        squares = jnp.sum(jnp.square(g), axis=-1)
        factors = jnp.minimum(1, jnp.divide(self.limit, jnp.sqrt(squares)))
        return (factors[:, None] * g,)


def quantise(x: jax.Array, limit: float) -> jax.Array:
    @jax.custom_gradient
    def layer(x: jax.Array) -> tuple[jax.Array, Callable]:
        shorten = Shortener(limit)
        return jnp.rint(x), lambda g: shorten(g)

    return layer(x)
