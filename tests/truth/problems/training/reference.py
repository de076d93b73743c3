import jax.numpy as jnp
import optax
from flax import nnx


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        losses.append(loss)
    return jnp.stack(losses)
