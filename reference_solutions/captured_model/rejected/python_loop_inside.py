import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x, y):
    return jnp.square(model(x) - y).mean()


@nnx.jit
def train(model, xs, ys, rate):
    losses = []
    for x, y in zip(xs, ys, strict=True):
        value, grads = nnx.value_and_grad(loss)(model, x, y)
        params = nnx.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        losses.append(value)
    return jnp.stack(losses)
