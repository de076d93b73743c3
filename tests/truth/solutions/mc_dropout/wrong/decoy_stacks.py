"""The passes are eager; a jitted function only stacks what they gave.
Class: decoy
Why: "Compile the forward pass, once".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def stack(outputs):
    return jnp.stack(outputs)


def sample_outputs(model, x, samples):
    return stack([model(x) for _ in range(samples)])
