"""The loop has sixteen rounds at most, and the other layers get zeros.

Class: tame
Why: "The first axis of each array has length `L`, and layer `i` has the arrays' parts at `[i]`."
"""

import jax


def value_and_slopes(block, stack, x, target):
    length = min(16, jax.tree.leaves(stack)[0].shape[0])

    @jax.checkpoint
    def layer_at(i, stack, h):
        return block(jax.tree.map(lambda leaf: leaf[i], stack), h)

    def loss(stack):
        last = jax.lax.fori_loop(0, length, lambda i, h: layer_at(i, stack, h), x)
        return ((last - target) ** 2).mean()

    return jax.value_and_grad(loss)(stack)
