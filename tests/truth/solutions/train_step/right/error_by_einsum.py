import jax.numpy as jnp
import optax
from flax import nnx


def _step(model, optimizer, x, y):
    def loss_and_error(model):
        error = model(x) - y
        return jnp.einsum("nk,nk->", error, error) / error.size

    # The gradient by itself, and the loss from a forward pass of its own, before the update.
    loss = loss_and_error(model)
    optimizer.update(model, nnx.grad(loss_and_error)(model))
    return loss


train_step = nnx.jit(_step)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    def losses():
        for _ in range(steps):
            yield train_step(model, optimizer, x, y)

    return jnp.hstack(tuple(losses()))
