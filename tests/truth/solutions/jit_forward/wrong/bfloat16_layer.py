"""Computes in bfloat16 and casts back.
Class: dtype
Why: "everything else at its default", and "agrees with the same layer run eagerly".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), dtype=jnp.bfloat16, rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.astype(jnp.float32).reshape(-1)
