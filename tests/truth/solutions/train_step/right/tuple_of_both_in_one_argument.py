import jax.numpy as jnp
import optax
from flax import nnx


def loss_fn(model, batch):
    x, y = batch
    return jnp.square(model(x) - y).mean(), None


def _step(learner, batch):
    model, optimizer = learner
    (loss, _), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model, batch)
    optimizer.update(model, grads)
    return {"loss": loss}


train_step = nnx.jit(_step)


def train(model, x, y, steps):
    learner = (model, nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param))
    history = [train_step(learner, (x, y))["loss"] for _ in range(int(steps))]
    return jnp.stack(history)
