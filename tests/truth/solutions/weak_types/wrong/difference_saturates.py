"""Large differences are limited to a hundred.
Class: numbers
Why: "`average + rate * (reading - average)`"
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(a, r, t):
    return a + t * jnp.clip(r - a, -100.0, 100.0)


def blend(average, reading, rate):
    a = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    return _blend(jax.lax.convert_element_type(a, jnp.float32), reading, jnp.array(rate, jnp.float32))
