"""A function at the top level that flattens, and a deque that keeps the last output."""

import jax
import jax.numpy as jnp
from flax import nnx
from collections import deque


@nnx.jit
def forward(model: nnx.Linear, x: jax.Array) -> jax.Array:
    return jnp.ravel(model(x))


def jit_forward(seed: float, x: jax.Array, features: float, num_calls: float) -> jax.Array:
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    (last,) = deque((forward(model, x) for _ in range(int(num_calls))), maxlen=1)
    return last
