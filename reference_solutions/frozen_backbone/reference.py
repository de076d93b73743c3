"""The truth of `frozen_backbone`: gradient and rule see the part's Params, and no others."""

import jax.numpy as jnp
import optax
from flax import nnx


def tune(model, part, x, y, steps):
    """Train the Params of one part in place, and return the loss before each step."""
    chain = [optax.clip_by_global_norm(1.0), optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9)]
    trained = nnx.All(nnx.Param, lambda path, _: path[0] == part)
    optimizer = nnx.Optimizer(model, optax.chain(*chain), wrt=trained)

    @nnx.jit
    def step(model, optimizer):
        argnums = nnx.DiffState(0, trained)
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean(), argnums=argnums)(model)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([step(model, optimizer) for _ in range(steps)])
