"""A loop over numbers, in which each layer is cut out of the stack outside of the checkpoint, which keeps it."""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    depth = jax.tree.leaves(stack)[0].shape[0]
    run_one = jax.checkpoint(block)

    def body(stack, i, h):
        layer = jax.tree.map(lambda rows: rows[i], stack)
        return run_one(layer, h)

    def loss(stack):
        last = jax.lax.fori_loop(0, depth, lambda i, h: body(stack, i, h), x)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
