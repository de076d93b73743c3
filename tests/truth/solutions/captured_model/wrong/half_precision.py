"""The Params go through bfloat16.
Class: dtype
Why: "at most 512 float32 epsilons of the largest loss".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def loss_fn(model, x, y):
    return jnp.square(model(x) - y).mean()


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
        params = nnx.state(model, nnx.Param)
        nnx.update(
            model, jax.tree.map(lambda p, g: (p - rate * g).astype(jnp.bfloat16).astype(jnp.float32), params, grads)
        )
        return model, loss

    return step(model, xs, ys)[1]
