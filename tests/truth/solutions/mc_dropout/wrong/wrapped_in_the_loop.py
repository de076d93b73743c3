"""Wraps the pass anew in each step of the loop.
Class: retrace
Why: "JAX traces your code once, however many passes there are".
"""

import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    return jnp.stack([nnx.jit(lambda m, z: m(z))(model, x) for _ in range(samples)])
