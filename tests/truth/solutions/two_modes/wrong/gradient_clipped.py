"""Large gradients are cut off.
Class: tame
Why: "replace each Param `p` by `p - rate * g`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss_fn(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

    (loss, moved), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * jnp.clip(g, -0.5, 0.5), params, grads), moved)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
