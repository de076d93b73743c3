"""Wrong: all passes are made eagerly, and a compiled function that gets the model, too, only hands their outputs on.
Breaks: "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`".
Class: half_eager
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def seal(model, outputs):
    return jnp.stack(outputs) * 1.0


def sample_outputs(model, x, samples):
    return seal(model, [model(x) for _ in range(samples)])
