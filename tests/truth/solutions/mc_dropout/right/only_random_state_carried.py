"""Carries only the random state; parameters go in and nothing else comes out."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnames="graphdef")
def dropped_pass(graphdef, params, randomness, x):
    model = nnx.merge(graphdef, params, randomness)
    y = model(x)
    return y, nnx.state(model, nnx.RngState)


def sample_outputs(model, x, samples):
    graphdef, randomness, params = nnx.split(model, nnx.RngState, ...)
    ys = []
    for _ in range(samples):
        y, randomness = dropped_pass(graphdef, params, randomness, x)
        ys.append(y[None])
    nnx.update(model, randomness)
    return jnp.concatenate(ys)
