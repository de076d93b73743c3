"""Selects the part by its path only, with the statistics in it.

Class: state
Why: The BatchStats of the part are trained, or at least decay by 0.1 * 0.05 in each step, though they must keep their values.
"""

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



def tune(model, part, x, y, steps):
    def wanted(path, value):
        return path[0] == part

    optimizer = nnx.Optimizer(model, make_rule(), wrt=wanted)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
