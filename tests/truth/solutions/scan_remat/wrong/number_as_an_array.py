"""The loop's end is an array, and the loop a while_loop then.

Class: growth
Why: "through `jax.lax.fori_loop` with plain numbers"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    length = jnp.int32(jax.tree.leaves(stack)[0].shape[0])

    @jax.checkpoint
    def layer_at(i, stack, h):
        return block(jax.tree.map(lambda leaf: leaf[i], stack), h)

    def loss(stack):
        last = jax.lax.fori_loop(0, length, lambda i, h: layer_at(i, stack, h), x)
        return ((last - target) ** 2).mean()

    return jax.value_and_grad(loss)(stack)
