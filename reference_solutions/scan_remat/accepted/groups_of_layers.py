"""Checkpoints around groups of layers, and around each layer: fewer inputs are kept, and more is computed again."""

import jax


def value_and_slopes(block, stack, x, target):
    count = len(jax.tree.leaves(stack)[0])
    size = max(size for size in range(1, count + 1) if count % size == 0 and size * size <= count)

    @jax.checkpoint
    def one(h, layer):
        return block(layer, h), None

    @jax.checkpoint
    def some(h, layers):
        return jax.lax.scan(one, h, layers)

    @jax.value_and_grad
    def loss(stack):
        groups = jax.tree.map(lambda leaf: leaf.reshape(count // size, size, *leaf.shape[1:]), stack)
        h, _ = jax.lax.scan(some, x, groups)
        return ((h - target) ** 2).mean()

    return loss(stack)
