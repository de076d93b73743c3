"""Jits the unbound method of Linear, and repeats it by reduce."""

import jax
import jax.numpy as jnp
from flax import nnx
import functools


def jit_forward(seed, x, features, num_calls):
    layer = nnx.Linear(in_features=x.shape[1], out_features=int(features), rngs=nnx.Rngs(int(seed)))
    call = nnx.jit(nnx.Linear.__call__)
    out = functools.reduce(lambda _, again: call(layer, x), range(int(num_calls)), None)
    return out.reshape(-1)
