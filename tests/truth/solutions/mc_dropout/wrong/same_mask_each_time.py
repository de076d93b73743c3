"""Compiles with jax.jit, which works on a copy: the counter stays and each pass drops the same units.
Class: state
Why: "each time with another mask".
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(samples)])
