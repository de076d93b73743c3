"""Decorates by `functools.partial(nnx.jit, ...)` with a static option that never changes."""

import functools

import jax.numpy as jnp
from flax import nnx

compiled = functools.partial(nnx.jit, static_argnames=("reduce",))


@compiled
def summary(model, batch, reduce="mean"):
    return getattr(model(batch), reduce)()


def evaluate(model, batches):
    return jnp.stack([summary(model, batch) for batch in batches])
