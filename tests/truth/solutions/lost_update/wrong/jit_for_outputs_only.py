"""Takes the outputs from the jitted function, and calls the model once more so that it moves.

Class: half_eager
Why: It breaches "outputs and statistics are what that returns": the statistics come from eager forward passes.
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    return model(batch)


def follow(model, batches):
    outputs = []
    for batch in batches:
        outputs.append(forward(model, batch))
        model(batch)
    return jnp.stack(outputs)
