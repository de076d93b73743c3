import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, losses, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    losses = losses.at[optimizer.step[...]].set(loss)
    optimizer.update(model, grads)
    return losses


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for _ in range(steps):
        losses = train_step(model, optimizer, losses, x, y)
    return losses
