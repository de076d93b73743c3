"""Calls a compiled pass on a copy of the model as often as demanded, and returns the eager ones.

Class: decoy
Why: It breaches "the result is what that returns": what the jitted function returns is dropped, and the model itself is called eagerly.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    copy, outputs = nnx.clone(model), []
    for _ in range(samples):
        expected, out = forward(copy, x), model(x)
        outputs.append(out if out.shape == expected.shape else expected)
    return jnp.stack(outputs)
