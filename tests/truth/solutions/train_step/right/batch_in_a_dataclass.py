import dataclasses
import itertools

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Batch:
    inputs: jax.Array
    targets: jax.Array

    def loss(self, model):
        return ((model(self.inputs) - self.targets) ** 2).mean()


@nnx.jit
def train_step(learner: dict, batch: Batch):
    loss, grads = nnx.value_and_grad(batch.loss)(learner["model"])
    learner["optimizer"].update(learner["model"], grads)
    return loss


def train(model, x, y, steps):
    rule = optax.sgd(0.05, momentum=0.9)
    learner = dict(model=model, optimizer=nnx.Optimizer(model, rule, wrt=nnx.Param))
    repeated = itertools.repeat(Batch(x, y), steps)
    return jnp.array([train_step(learner, batch) for batch in repeated])
