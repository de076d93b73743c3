"""Outputs and statistics are right, but the last output stays on the model in a new variable.
Breaks "The model has the same structure and the same parameters after the call".
Class: state
"""
import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, batch):
    y = model(batch)
    return y, nnx.state(model)


def follow(model, batches):
    outputs = []
    for batch in batches:
        y, state = forward(model, batch)
        nnx.update(model, state)
        outputs.append(y)
    model.last_output = nnx.Variable(outputs[-1])
    return jnp.stack(outputs)
