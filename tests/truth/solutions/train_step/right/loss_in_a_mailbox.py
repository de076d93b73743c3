"""The step returns nothing: it leaves the loss in an nnx.Variable of a small module, which train reads after each step."""
import jax.numpy as jnp
import optax
from flax import nnx


class Mailbox(nnx.Module):
    def __init__(self):
        self.loss = nnx.Variable(jnp.zeros((), jnp.float32))


@nnx.jit
def train_step(model, optimizer, mailbox, x, y):
    graph, params, others = nnx.split(model, nnx.Param, ...)
    del graph, others
    assert params

    def compute(model):
        return jnp.square(model(x) - y).mean()

    loss, grads = nnx.value_and_grad(compute)(model)
    optimizer.update(model, grads)
    mailbox.loss[...] = loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    mailbox = Mailbox()
    losses = []
    for _ in range(steps):
        train_step(model, optimizer, mailbox, x, y)
        losses.append(mailbox.loss[...])
    return jnp.stack(losses)
