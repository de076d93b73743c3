"""The truth of `captured_model`: one compiled scan, with all variables of the model as the carry."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def _run(graphdef, params, rest, xs, ys, rate):
    def loss(params, rest, x, y):
        model = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(model(x) - y).mean()
        return value, nnx.state(model, nnx.Not(nnx.Param))

    def step(carry, batch):
        params, rest = carry
        (value, rest), grads = jax.value_and_grad(loss, has_aux=True)(params, rest, *batch)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), rest), value

    return jax.lax.scan(step, (params, rest), (xs, ys))


def train(model, xs, ys, rate):
    """Train the model, and return the loss of each step."""
    state, losses = _run(*nnx.split(model, nnx.Param, ...), xs, ys, rate)
    nnx.update(model, *state)
    return losses
