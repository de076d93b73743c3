"""A while_loop, which reverse mode doesn't go through.

Class: growth
Why: "but not through `jax.lax.while_loop`"
"""

import jax


def value_and_slopes(block, stack, x, target):
    length = jax.tree.leaves(stack)[0].shape[0]

    @jax.checkpoint
    def layer_at(i, stack, h):
        return block(jax.tree.map(lambda leaf: leaf[i], stack), h)

    def loss(stack):
        state = jax.lax.while_loop(
            lambda state: state[0] < length, lambda state: (state[0] + 1, layer_at(state[0], stack, state[1])), (0, x)
        )
        last = state[1]
        return ((last - target) ** 2).mean()

    return jax.value_and_grad(loss)(stack)
