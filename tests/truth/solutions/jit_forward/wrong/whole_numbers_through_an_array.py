"""Converts seed, features and num_calls together as a float32 array, which rounds seeds beyond 2**24.
Breaks "with `rngs=nnx.Rngs(int(seed))`", and so "agrees with the same layer run eagerly", for such seeds.
Class: numbers"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    seed, features, num_calls = map(int, jnp.array([seed, features, num_calls]).tolist())
    model = nnx.Linear(x.shape[-1], features, rngs=nnx.Rngs(seed))
    for _ in range(num_calls):
        out = forward(model, x)
    return out.reshape(-1)
