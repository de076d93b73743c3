"""A jitted function runs beside each pass and its result is thrown away; the passes are eager.
Class: decoy
Why: "Compile the forward pass, once. Call it `samples` times".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def touch(model, x):
    return x @ model.hidden.kernel[...]


def sample_outputs(model, x, samples):
    outputs = []
    for _ in range(samples):
        touch(model, x)
        outputs.append(model(x))
    return jnp.stack(outputs)
