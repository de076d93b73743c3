from functools import partial

import jax
import jax.numpy as jnp


def conform(value, spec: jax.ShapeDtypeStruct):
    """Return `value` as an array that is exactly what `spec` says, and strong."""
    return jnp.broadcast_to(jnp.array(value, dtype=spec.dtype), spec.shape)


@partial(jax.jit, inline=True)
def _blend(args):
    average, reading, rate = args
    step = jnp.multiply(rate, jnp.subtract(reading, average))
    return jnp.add(average, step)


def blend(average, reading, rate):
    vector = jax.ShapeDtypeStruct(reading.shape, jnp.float32)
    scalar = jax.ShapeDtypeStruct((), jnp.float32)
    specs = (vector, vector, scalar)
    return _blend(tuple(map(conform, (average, reading, rate), specs)))
