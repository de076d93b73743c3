"""Splits the model, carries its state through jax.jit, and puts it back at the end."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(graphdef, state, x):
    model = nnx.merge(graphdef, state)
    out = model(x)
    return out, nnx.state(model)


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    outputs = []
    for _ in range(samples):
        out, state = forward(graphdef, state, x)
        outputs.append(out)
    nnx.update(model, state)
    return jnp.stack(outputs)
