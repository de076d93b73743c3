import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnames=("graphdef",))
def pure_forward(state, batch, *, graphdef):
    net = nnx.merge(graphdef, state)
    result = net(batch)
    _, after = nnx.split(net)
    return result, after


def follow(model, batches):
    graphdef, state = nnx.split(model)
    collected = []
    for batch in batches:
        result, state = pure_forward(state, batch, graphdef=graphdef)
        collected.append(result)
    nnx.update(model, state)
    return jnp.stack(collected)
