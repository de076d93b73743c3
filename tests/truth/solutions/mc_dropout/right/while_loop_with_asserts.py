"""Counts down in a while loop and asserts shapes."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def jitted_forward(network, inputs):
    prediction = network(inputs)
    return prediction


def sample_outputs(model, x, samples):
    x = jnp.asarray(x)
    assert x.ndim == 2
    assert samples >= 1
    all_predictions = []
    remaining = int(samples)
    while remaining > 0:
        prediction = jitted_forward(model, x)
        assert prediction.shape[0] == x.shape[0]
        all_predictions.append(prediction)
        remaining = remaining - 1
    result = jnp.stack(all_predictions, axis=0)
    assert result.shape[0] == samples
    return result
