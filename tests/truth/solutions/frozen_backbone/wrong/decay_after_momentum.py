"""Decay is added behind the momentum, as AdamW does it, and doesn't go into what is remembered.

Class: numbers
Why: Right for steps == 1; from the second step on (steps >= 2) the decay of earlier steps is missing in the momentum, so Params and losses differ.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.trace(decay=0.9),
    optax.add_decayed_weights(0.1),
    optax.scale(-0.05),
)


def tune(model, part, x, y, steps):
    chosen = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    optimizer = nnx.Optimizer(model, RULE, wrt=chosen)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, chosen))(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
