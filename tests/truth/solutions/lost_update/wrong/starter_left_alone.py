"""The update is lost.
Class: state
Why: "so that the running mean and the counter move as if you had called `model(batch)`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    return model(batch)


def follow(model, batches):
    return jnp.stack([forward(model, batch) for batch in batches])
