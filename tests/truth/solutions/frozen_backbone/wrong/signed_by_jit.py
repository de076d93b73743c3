"""Trains eagerly, and passes losses and Params through a jitted function that returns what it gets.

Class: decoy
Why: "Run the steps in a function made by nnx.jit or jax.jit": the model, its gradient and the update run outside, and the jitted step is the identity.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.add_decayed_weights(0.1),
    optax.sgd(0.05, momentum=0.9),
)


@jax.jit
def train_step(loss, trained):
    return loss, trained


def tune(model, part, x, y, steps):
    mine = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, RULE, wrt=mine)
    gradient = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean(), argnums=nnx.DiffState(0, mine))

    losses = []
    for _ in range(steps):
        loss, grads = gradient(model)
        optimizer.update(model, grads)
        loss, trained = train_step(loss, nnx.state(model, mine))
        nnx.update(model, trained)
        losses.append(loss)
    return jnp.stack(losses)
