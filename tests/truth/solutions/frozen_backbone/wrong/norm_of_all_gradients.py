"""Clips by the norm of all gradients, and applies the rest of the rule to the part.

Class: numbers
Why: Gradients of frozen Params count in the norm: where the norm of all is above 1, the part's gradient becomes too small.
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
    wanted = nnx.All(nnx.Param, lambda path, value: path[0] == part)
    rule = optax.chain(optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))
    optimizer = nnx.Optimizer(model, rule, wrt=wanted)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn)(model)
        scale = 1 / jnp.maximum(optax.global_norm(grads), 1.0)
        optimizer.update(model, jax.tree.map(lambda g: g * scale, grads))
        return loss

    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
