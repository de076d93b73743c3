"""Call a compiled forward pass on a copy of the model, forget its output, and return those of eager passes.

Class: decoy
Why: it breaches "the result is what that returns": for any input the outputs come from eager calls of the model.
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = []
    for _ in range(samples):
        forward(model, x)
        outputs.append(model(x))
    return jnp.stack(outputs)
