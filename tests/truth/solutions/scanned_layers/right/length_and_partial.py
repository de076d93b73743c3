"""Functions in place of decorators, and a length that is given."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


def apply(norm, layer, x):
    x = layer(x)
    return x, norm(x)


def activity(x):
    return jnp.sum(jnp.abs(x)) / x.size


def run(layers, x):
    depth = jax.tree.leaves(nnx.state(layers))[0].shape[0]
    scanned = nnx.scan(partial(apply, activity), length=depth, in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    return scanned(layers, x)


run_layers = nnx.jit(run)
