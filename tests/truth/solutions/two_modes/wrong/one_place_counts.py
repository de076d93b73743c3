"""Only the first place of a shared variable gives a gradient.
Class: numbers
Why: "its gradient is the sum of what comes from all of them".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    def loss_fn(model):
        return jnp.square(model(x) - x).mean(), nnx.state(model, nnx.BatchStat, graph=True)

    (loss, moved), grads = jax.value_and_grad(loss_fn, has_aux=True, allow_int=True)(model)
    slopes = dict(nnx.to_flat_state(nnx.state(grads, nnx.Param, graph=True)))
    for path, variable in nnx.to_flat_state(nnx.state(model, nnx.Param, graph=True)):
        new = variable.replace(variable[...] - rate * slopes[path][...])
        nnx.update(model, nnx.from_flat_state([(path, new)]))
    nnx.update(model, moved)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
