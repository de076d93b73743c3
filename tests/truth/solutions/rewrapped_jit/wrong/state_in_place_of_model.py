"""Splits the model outside, and gives the jitted function its graphdef and state.

Class: other
Why: "The wrapped function is used, and is given `model` itself: not its state, and not its arrays."
"""

import functools

import jax.numpy as jnp
from flax import nnx


@functools.partial(nnx.jit, static_argnums=0)
def mean_score(graphdef, state, batch):
    return nnx.merge(graphdef, state)(batch).mean()


def evaluate(model, batches):
    graphdef, state = nnx.split(model)
    return jnp.stack([mean_score(graphdef, state, batch) for batch in batches])
