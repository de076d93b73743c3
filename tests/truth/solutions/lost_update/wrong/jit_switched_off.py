"""Decorate with jax.jit, and switch jit off while the function is called, so that the caller's model itself moves.

Class: decoy
Why: it breaches "All floating-point arithmetic runs in a function made by jax.jit": under jax.disable_jit all operations run eagerly, and nothing is traced.
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    return model(batch)


def follow(model, batches):
    with jax.disable_jit():
        outputs = [forward(model, batch) for batch in batches]
    return jnp.stack(outputs)
