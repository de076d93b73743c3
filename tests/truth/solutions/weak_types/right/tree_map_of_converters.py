"""Maps one converter over the tuple of arguments."""

import jax
import jax.numpy as jnp


@jax.jit
def _update(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average, reading, rate = jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.float32), (average, reading, rate))
    average, reading = jnp.broadcast_arrays(average, reading)
    return _update(average, reading, rate)
