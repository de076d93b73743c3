"""Jits loss and gradient, and updates outside.

Class: half_eager
Why: 'All floating-point arithmetic runs in functions made by nnx.jit or jax.jit': clipping, decay, momentum and update run eagerly.
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
    optimizer = nnx.Optimizer(model, make_rule(), wrt=wanted)

    @nnx.jit
    def look(model, x, y):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        return nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, wanted))(model)

    losses = []
    for _ in range(steps):
        loss, grads = look(model, x, y)
        optimizer.update(model, grads)
        losses.append(loss)
    return jnp.stack(losses)
