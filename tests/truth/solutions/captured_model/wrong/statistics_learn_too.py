"""Floating-point statistics get a gradient step as well.
Class: state
Why: "replace each Param `p`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_float(path, variable):
    return isinstance(variable, nnx.Variable) and jnp.issubdtype(variable.get_value().dtype, jnp.floating)


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)

    def step(state, batch):
        x, y = batch
        floats, rest = nnx.split_state(state, is_float, ...)

        def loss_fn(floats):
            net = nnx.merge(graphdef, floats, rest, copy=True)
            return jnp.square(net(x) - y).mean(), nnx.split(net, is_float, ...)[1:]

        (loss, (floats, rest)), grads = jax.value_and_grad(loss_fn, has_aux=True)(floats)
        floats = jax.tree.map(lambda p, g: p - rate * g, floats, grads)
        return nnx.merge_state(floats, rest), loss

    state, losses = jax.lax.scan(step, state, (xs, ys))
    nnx.update(model, state)
    return losses
