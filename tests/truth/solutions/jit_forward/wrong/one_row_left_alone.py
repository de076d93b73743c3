"""Only several rows are flattened, and a single row keeps its two axes.
Class: tame
Why: "The result is a `jax.Array` of dtype float32 and shape `(N * features,)`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1) if len(x) > 1 else out
