"""Closes over the graphdef of the model in a function that is jitted once a call."""

import jax
import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)

    @jax.jit
    def step(state):
        net = nnx.merge(graphdef, state)
        y = net(x)
        return nnx.state(net), y

    outputs = []
    for _ in range(samples):
        state, y = step(state)
        outputs.append(y)
    nnx.update(model, state)
    return jnp.stack(outputs)
