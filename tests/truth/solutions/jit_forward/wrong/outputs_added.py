"""The outputs of all calls are added up, which is right for one call only.
Class: numbers
Why: "Return the last output, flattened in row order".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = 0
    for _ in range(int(num_calls)):
        out = out + forward(model, x)
    return out.reshape(-1)
