"""Trains arrays, makes a new model of them, and hangs its part into the old model.

Class: state
Why: the Params of getattr(model, part) aren't trained "in place": the module and the variables that the caller holds keep their old values, and the model has others after the call.
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


def tune(model, part, x, y, steps):
    mine = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    graphdef, trained, rest = nnx.split(model, mine, ...)

    @jax.jit
    def train_step(trained, memory, rest, x, y):
        def loss_of(trained):
            return ((nnx.merge(graphdef, trained, rest)(x) - y) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_of)(trained)
        updates, memory = RULE.update(grads, memory, trained)
        return loss, optax.apply_updates(trained, updates), memory

    memory, losses = RULE.init(trained), []
    for _ in range(steps):
        loss, trained, memory = train_step(trained, memory, rest, x, y)
        losses.append(loss)
    setattr(model, part, getattr(nnx.merge(graphdef, trained, rest), part))
    return jnp.stack(losses)
