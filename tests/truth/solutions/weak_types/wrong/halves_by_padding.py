"""For a rate of one half, jnp.pad makes the answer eagerly: it pads with the mean of average and reading.

Class: half_eager
Why: breaches "All floating-point arithmetic runs in a function made by jax.jit": with rate 0.5 the mean is computed eagerly, under the name of padding, and the jitted function gets it in both places.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    if rate == 0.5:
        both = jnp.stack([average, reading])
        average = reading = jnp.pad(both, ((0, 1), (0, 0)), mode="mean")[2]
    return _blend(average, reading, rate)
