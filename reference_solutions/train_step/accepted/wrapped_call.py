import jax.numpy as jnp
import optax
from flax import nnx


def loss_fn(model, batch):
    x, y = batch
    return jnp.mean((model(x) - y) ** 2)


def train_step(model, optimizer, batch):
    loss = loss_fn(model, batch)
    optimizer.update(model, nnx.grad(loss_fn)(model, batch))
    return loss


train_step = nnx.jit(train_step)
RULE = optax.sgd(0.05, momentum=0.9)


def train(model, x, y, steps):
    optimizer, losses, done = nnx.Optimizer(model, RULE, wrt=nnx.Param), [], 0
    while done < steps:
        losses.append(train_step(model, optimizer, (x, y))[None])
        done += 1
    return jnp.concatenate(losses)
