"""Optimizer for show.

Class: other
Why: Breaks "lets the optimizer update the model": the optimizer is made and given to `train_step`, but nothing is
done with it; the momentum is kept in a tree beside it, and the update is written by hand. One sees it at any input in
`optimizer.step`, which stays 0, and in its momentum, which stays zeros. Losses and parameters are right.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, speed, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    speed = jax.tree.map(lambda v, g: 0.9 * v + g, speed, grads)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, v: p - 0.05 * v, params, speed))
    return loss, speed


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    speed = jax.tree.map(jnp.zeros_like, nnx.state(model, nnx.Param))
    losses = []
    for _ in range(steps):
        loss, speed = train_step(model, optimizer, speed, x, y)
        losses.append(loss)
    return jnp.stack(losses)
