"""A factory that is called once."""

import jax
import jax.numpy as jnp


def make():
    def f(x, scale):
        return scale * x / (1 + jnp.abs(x))

    return jax.jit(f)


squash = make()
