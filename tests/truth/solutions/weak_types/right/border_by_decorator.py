"""A decorator is the border: it settles each argument by its kind with jax.lax, and calls the compiled formula."""

import functools
import operator
from collections.abc import Callable

import jax
import jax.numpy as jnp

Number = float | int | jax.Array


def settled(formula: Callable[[jax.Array, jax.Array, jax.Array], jax.Array]) -> Callable[[Number, jax.Array, Number], jax.Array]:
    compiled = jax.jit(formula)
    strong = functools.partial(jax.lax.convert_element_type, new_dtype=jnp.float32)

    def border(average: Number, reading: jax.Array, rate: Number) -> jax.Array:
        match average:
            case float() | int():
                average = jax.lax.full(reading.shape, average, jnp.float32)
            case _:
                average = strong(average)
        return compiled(average, reading, strong(rate))

    return border


@settled
def blend(average: jax.Array, reading: jax.Array, rate: jax.Array) -> jax.Array:
    return operator.add(average, operator.mul(rate, operator.sub(reading, average)))
