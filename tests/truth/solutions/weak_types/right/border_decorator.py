"""A decorator is the border: it gives all arguments one dtype and one shape each."""

import functools

import jax
import jax.numpy as jnp
from jax import lax


def settled(f):
    @functools.wraps(f)
    def at_border(average, reading, rate):
        strong = functools.partial(jnp.asarray, dtype=jnp.float32)
        return f(jnp.broadcast_to(strong(average), jnp.shape(reading)), reading, strong(rate))

    return at_border


@settled
@jax.jit
def blend(average, reading, rate):
    return lax.add(average, jnp.multiply(rate, lax.sub(reading, average)))
