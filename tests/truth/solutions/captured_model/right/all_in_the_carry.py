"""`nnx.fori_loop` with everything, the batches included, in what it carries."""

import jax
import jax.numpy as jnp
from flax import nnx


def body(i, carry):
    model, xs, ys, rate, losses = carry
    x, y = xs[i], ys[i]
    loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
    return model, xs, ys, rate, losses.at[i].set(loss)


@nnx.jit
def train(model, xs, ys, rate):
    count = xs.shape[0]
    return nnx.fori_loop(0, count, body, (model, xs, ys, rate, jnp.zeros(count)))[-1]
