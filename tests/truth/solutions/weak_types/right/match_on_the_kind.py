"""A match statement decides what each argument is, and how it becomes a strong array."""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    print("tracing for", average.shape, reading.shape, rate.shape)
    return average + rate * (reading - average)


def _strong(value, shape):
    match value:
        case int() | float():
            return jnp.full(shape, value, dtype=jnp.float32)
        case jax.Array(shape=found) if found == shape:
            return jax.lax.convert_element_type(value, jnp.float32)
        case _:
            return jnp.broadcast_to(jnp.asarray(value, dtype=jnp.float32), shape)


def blend(average, reading, rate):
    return _blend(_strong(average, reading.shape), _strong(reading, reading.shape), _strong(rate, ()))
