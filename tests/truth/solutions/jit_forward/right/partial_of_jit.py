"""Makes the decorator by functools.partial and calls by keyword."""

import functools

import jax.numpy as jnp
from flax import nnx

compiled = functools.partial(nnx.jit, static_argnames=())


@compiled
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    features, seed, num_calls = int(features), int(seed), int(num_calls)
    model = nnx.Linear(in_features=x.shape[1], out_features=features, rngs=nnx.Rngs(seed))
    for _ in range(num_calls):
        out = forward(model=model, x=x)
    return jnp.ravel(out)
