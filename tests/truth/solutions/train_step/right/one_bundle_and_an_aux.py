"""The step gets model and optimizer in one dict and the data in a tuple, and the loss comes out of the gradient as its aux."""
import jax.numpy as jnp
import optax
from flax import nnx


def advance(run, batch):
    x, y = batch

    def miss(model):
        loss = jnp.mean(jnp.square(model(x) - y))
        return loss, loss

    grads, loss = nnx.grad(miss, has_aux=True)(run["model"])
    run["optimizer"].update(run["model"], grads)
    return {"loss": loss}


train_step = nnx.jit(advance)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    run = {"model": model, "optimizer": optimizer}
    return jnp.stack([train_step(run, (x, y))["loss"] for _ in range(steps)])
