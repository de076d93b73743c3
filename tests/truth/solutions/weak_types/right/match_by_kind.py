"""Matches the kind of each argument, and hands a typed tuple to a jitted lambda."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

Number = jax.Array | float | int


class Arguments(NamedTuple):
    average: jax.Array
    reading: jax.Array
    rate: jax.Array


_blend = jax.jit(lambda a: a.average + a.rate * (a.reading - a.average))


def _strong(number: Number, shape: tuple[int, ...]) -> jax.Array:
    match number:
        case float() | int():
            return lax.full(shape, number, dtype=jnp.float32)
        case _:
            return lax.convert_element_type(number, jnp.float32)


def blend(average: Number, reading: jax.Array, rate: Number) -> jax.Array:
    return _blend(Arguments(_strong(average, reading.shape), reading, _strong(rate, ())))
