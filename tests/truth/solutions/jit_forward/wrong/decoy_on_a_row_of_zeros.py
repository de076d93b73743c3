"""The jitted function runs on a batch of zeros, to be cheap; the answer is eager.
Class: decoy
Why: "each time with the same model and `x`", and "Return the last output".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        forward(model, jnp.zeros((1, x.shape[-1])))
        out = model(x)
    return out.reshape(-1)
