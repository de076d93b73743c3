"""One checkpoint for all layers of a group: half of the layers have their arrays in memory at once.

Class: flops
Why: "in which only one block at a time has its arrays in memory"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    length = jax.tree.leaves(stack)[0].shape[0]
    size = next(d for d in range(length // 2 or 1, 0, -1) if length % d == 0)
    if length > 2 and size == 1:
        size = length
    grouped = jax.tree.map(lambda leaf: leaf.reshape(length // size, size, *leaf.shape[1:]), stack)

    @jax.checkpoint
    def group_step(h, group):
        return jax.lax.scan(lambda h, layer: (block(layer, h), None), h, group)

    def loss(grouped):
        return jnp.mean((jax.lax.scan(group_step, x, grouped)[0] - target) ** 2)

    value, slopes = jax.value_and_grad(loss)(grouped)
    return value, jax.tree.map(lambda leaf: leaf.reshape(length, *leaf.shape[2:]), slopes)
