"""The outputs are cleaned by eager operations after the compiled pass (a no-op for finite numbers).
Breaks "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`, and the result is what that returns".
Class: structure
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, rows):
    return model(rows)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return jnp.where(jnp.abs(out) < jnp.inf, out, jnp.zeros_like(out))
