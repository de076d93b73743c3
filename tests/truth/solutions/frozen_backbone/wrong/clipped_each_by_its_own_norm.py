"""Each array's gradient is clipped by its own norm, and not by the norm of all of the part's gradients together.
Breaks: "It then applies one update of this rule to them: [...] optax.clip_by_global_norm(1.0)".
Class: numbers
"""
import functools

import jax
import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))


def clip(grad):
    return grad / jnp.maximum(jnp.sqrt(jnp.sum(grad * grad)), 1.0)


@functools.cache
def recipe(part):
    wanted = nnx.All(nnx.Param, lambda path, _: path[0] == part)

    @nnx.jit
    def step(model, optimizer, x, y):
        def mse(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(mse, argnums=nnx.DiffState(0, wanted))(model)
        optimizer.update(model, jax.tree.map(clip, grads))
        return loss

    return wanted, step


def tune(model, part, x, y, steps):
    wanted, step = recipe(part)
    optimizer = nnx.Optimizer(model, RULE, wrt=wanted)
    return jnp.stack([step(model, optimizer, x, y) for _ in range(steps)])
