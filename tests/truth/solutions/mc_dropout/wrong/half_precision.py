"""Returns bfloat16.
Class: dtype
Why: "The result is a `jax.Array` of dtype float32".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x).astype(jnp.bfloat16)


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(samples)])
