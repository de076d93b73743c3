"""Makes the compiled function where it is used, within the loop.

Class: retrace
Why: With samples = 4 it is traced four times in a call; "JAX traces your code once in a call, however many passes there are".
"""

import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    outputs = []
    for _ in range(samples):
        forward = nnx.jit(lambda model, x: model(x))
        outputs.append(forward(model, x))
    return jnp.stack(outputs)
