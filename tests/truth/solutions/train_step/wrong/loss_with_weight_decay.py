"""The squares of the parameters are added to the loss, which nobody asked for.
Class: numbers
Why: "Its Params are what they should be after `steps` steps, up to rounding".
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(model):
        error = ((model(x) - y) ** 2).mean()
        decay = sum((leaf**2).sum() for leaf in jax.tree.leaves(nnx.state(model, nnx.Param)))
        return error + 1e-3 * decay, error

    (_, error), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model)
    optimizer.update(model, grads)
    return error


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
