"""`jax.lax.scan` inside of `nnx.jit`: each step makes a model of its own from the carry."""

import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x, y):
    return jnp.square(model(x) - y).mean()


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)

    def step(state, batch):
        current = nnx.merge(graphdef, state)
        value, grads = nnx.value_and_grad(loss)(current, *batch)
        params = nnx.state(current, nnx.Param)
        nnx.update(current, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return nnx.state(current), value

    state, losses = jax.lax.scan(step, state, (xs, ys))
    nnx.update(model, state)
    return losses
