"""The function is wrapped, but disable_jit lets it run eagerly.
Class: other
Why: "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    with jax.disable_jit():
        return jnp.stack([forward(model, x) for _ in range(samples)])
