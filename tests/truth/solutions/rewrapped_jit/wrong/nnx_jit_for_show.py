"""Gives the model to a function made by nnx.jit that never calls it, and computes the means by jax.jit from its state.

Class: decoy
Why: "All floating-point arithmetic runs in a function made by `nnx.jit`, and the result is what that returns": the wrapped function only returns the batch, and all scores come from a function made by jax.jit, which gets the split model.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def score(model, batch):
    return batch


@functools.partial(jax.jit, static_argnums=0)
def mean_score(graphdef, state, batch):
    return nnx.merge(graphdef, state)(batch).mean()


def evaluate(model, batches):
    graphdef, state = nnx.split(model)
    return jnp.stack([mean_score(graphdef, state, score(model, batch)) for batch in batches])
