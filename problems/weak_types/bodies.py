"""What some averages and rates are made with: arrays that JAX types weakly, as it does what comes of a number."""

import jax.numpy as jnp


def weak(value, shape):
    """Return an array of this shape that holds `value` everywhere. Nobody asked for a dtype, so it is weak."""
    return jnp.full(tuple(shape), value)
