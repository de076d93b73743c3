"""A Python loop inside of the jitted function.
Class: growth
Why: "it has as many operations for `2 T` batches as for `T`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def step(model, x, y, rate):
    loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return loss


@nnx.jit
def train(model, xs, ys, rate):
    return jnp.stack([step(model, x, y, rate) for x, y in zip(xs, ys, strict=True)])
