"""Zero times the jitted output is added to the eager one.
Class: decoy
Why: "outputs and statistics are what that returns".
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, x):
    return model(x)


def follow(model, batches):
    return jnp.stack([0 * forward(model, x) + model(x) for x in batches])
