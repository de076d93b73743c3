"""The output is multiplied by one outside of the jitted function, to make sure that it is float32.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `nnx.jit`".
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
    return (out * jnp.float32(1)).reshape(-1)
