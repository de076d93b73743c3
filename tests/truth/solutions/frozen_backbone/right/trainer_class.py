"""A class holds model and optimizer."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


class Tuner(nnx.Module):
    def __init__(self, model, part):
        self.model = model
        self.optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(nnx.Param, lambda path, _: path[0] == part))

    @nnx.jit
    def step(self, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        argnums = nnx.DiffState(0, self.optimizer.wrt)
        loss, grads = nnx.value_and_grad(loss_fn, argnums=argnums)(self.model)
        self.optimizer.update(self.model, grads)
        return loss


def tune(model, part, x, y, steps):
    tuner = Tuner(model, part)
    return jnp.stack([tuner.step(x, y) for _ in range(steps)])
