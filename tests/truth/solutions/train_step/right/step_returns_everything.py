import jax.numpy as jnp
import optax
from flax import nnx


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    def step(self, x, y):
        return train_step(self.model, self.optimizer, x, y)


def _loss(model, x, y):
    error = model(x) - y
    return jnp.mean(error * error)


@nnx.jit
def train_step(model, optimizer, x, y):
    grad_fn = nnx.value_and_grad(_loss, argnums=nnx.DiffState(0, nnx.Param))
    value, grads = grad_fn(model, x, y)
    optimizer.update(model, grads)
    return value[None]


def train(model, x, y, steps):
    trainer = Trainer(model)
    return jnp.concatenate([trainer.step(x, y) for _ in range(steps)])
