import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, x, y):
    return nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)


def train(model, x, y, steps):
    optimizer, losses = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param), []
    for _ in range(steps):
        loss, grads = train_step(model, x, y)
        optimizer.update(model, grads)
        losses.append(loss)
    return jnp.stack(losses)
