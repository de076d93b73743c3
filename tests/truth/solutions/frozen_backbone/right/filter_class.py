"""A filter class with __call__ for the optimizer and the gradient, and a step that is jitted once in each call."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def make_rule():
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )


import dataclasses


@dataclasses.dataclass(frozen=True)
class InPart:
    part: str

    def __call__(self, path, value):
        return path[0] == self.part


def tune(model, part, x, y, steps):
    wanted = nnx.All(nnx.Param, InPart(part))
    optimizer = nnx.Optimizer(model, make_rule(), wrt=wanted)

    def loss_fn(model, x, y):
        return ((model(x) - y) ** 2).mean()

    @nnx.jit
    def train_step(model, optimizer, x, y):
        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, wanted))(model, x, y)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
