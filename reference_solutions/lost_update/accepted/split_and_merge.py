"""The state goes from call to call, and into the model at the end."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


@partial(jax.jit, static_argnums=0)
def step(graphdef, state, batch):
    model = nnx.merge(graphdef, state)
    outputs = model(batch)
    return outputs, nnx.state(model)


def follow(model, batches):
    graphdef, state = nnx.split(model)
    results = []
    for batch in batches:
        outputs, state = step(graphdef, state, batch)
        results.append(outputs)
    nnx.update(model, state)
    return jnp.stack(results)
