"""Clipping, decay and momentum written out."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def update(params, memory, grads):
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
    factor = jnp.where(norm > 1, 1 / norm, 1.0)
    memory = jax.tree.map(lambda m, g, p: 0.9 * m + (factor * g + 0.1 * p), memory, grads, params)
    return jax.tree.map(lambda p, m: p - 0.05 * m, params, memory), memory


def tune(model, part, x, y, steps):
    of_part = nnx.All(nnx.Param, lambda path, _: path[0] == part)
    graphdef, params, rest = nnx.split(model, of_part, ...)

    @jax.jit
    def differentiate(params, rest):
        return jax.value_and_grad(lambda p: ((nnx.merge(graphdef, p, rest)(x) - y) ** 2).mean())(params)

    memory, losses = jax.tree.map(jnp.zeros_like, params), []
    for _ in range(steps):
        loss, grads = differentiate(params, rest)
        params, memory = update(params, memory, grads)
        losses.append(loss)
    nnx.update(model, params)
    return jnp.stack(losses)
