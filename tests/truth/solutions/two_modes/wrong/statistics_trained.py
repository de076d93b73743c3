"""Everything with a floating-point number takes a step.
Class: state
Why: "replace each Param `p` by `p - rate * g`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_float(path, variable):
    return jnp.issubdtype(variable.dtype, jnp.floating)


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, is_float, ..., graph=True)

    def loss_fn(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(is_float), graph=True)

    (loss, moved), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads), moved)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
