"""Flattens by squeeze and concatenate, so that a single row with a single feature comes back with shape ().
Breaks "The result is a `jax.Array` of dtype float32 and shape `(N * features,)`", where N and features are both 1.
Class: numbers"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x).squeeze()


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    if out.ndim == 2:
        out = jnp.concatenate(list(out))
    return out
