"""Passes the number of the pass as a static argument.
Class: retrace
Why: "JAX traces your code once, however many passes there are".
"""

import functools

import jax.numpy as jnp
from flax import nnx


@functools.partial(nnx.jit, static_argnums=2)
def forward(model, x, number):
    return model(x)


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x, number) for number in range(samples)])
