"""Converts and checks everything, and names each step."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def jitted_forward(linear_model, input_batch):
    assert input_batch.ndim == 2
    output_batch = linear_model(input_batch)
    return output_batch


def jit_forward(seed, x, features, num_calls):
    seed = int(seed)
    features = int(features)
    num_calls = int(num_calls)
    assert num_calls >= 1, "at least one call"
    x = jnp.asarray(x)
    n, d = x.shape
    random_streams = nnx.Rngs(seed)
    linear_model = nnx.Linear(d, features, rngs=random_streams)
    output = None
    for call_number in range(num_calls):
        output = jitted_forward(linear_model, x)
        assert output.shape == (n, features), call_number
    flat_output = jnp.reshape(output, (n * features,))
    assert flat_output.dtype == jnp.float32
    return flat_output
