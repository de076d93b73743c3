"""Runs all passes eagerly.
Class: structure
Why: "Compile the forward pass, once".
"""

import jax.numpy as jnp


def sample_outputs(model, x, samples):
    return jnp.stack([model(x) for _ in range(samples)])
