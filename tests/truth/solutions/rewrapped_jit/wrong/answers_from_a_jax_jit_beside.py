"""The nnx.jit function is called with model and batch as it should be; the answer comes from one by jax.jit, on graph and state.
It breaks "All floating-point arithmetic runs in a function made by nnx.jit, and the result is what that returns".
Class: decoy
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


@functools.partial(jax.jit, static_argnums=0)
def mean_of(graphdef, state, batches):
    model = nnx.merge(graphdef, state)
    return jnp.stack([model(batch).mean() for batch in batches])


def evaluate(model, batches):
    for batch in batches:
        mean_score(model, batch)
    graphdef, state = nnx.split(model)
    return mean_of(graphdef, state, tuple(batches))
