"""Runs the model as it is, and stacks the outputs in a function made by jax.jit.

Class: decoy
Why: It breaches "run the forward pass of model in a function made by jax.jit": only the stacking is compiled.
"""

import jax
import jax.numpy as jnp


@jax.jit
def collect(outputs):
    return jnp.stack(outputs)


def follow(model, batches):
    return collect([model(batch) for batch in batches])
