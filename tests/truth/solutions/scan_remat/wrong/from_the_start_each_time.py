"""Keeps no inputs at all: on the way back it computes the input of each layer from `x` again.

Class: flops
Why: for L layers the blocks are computed about L * L / 2 times, where the work may be at most twice that of once there and once more on the way back.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    depth = jax.tree.leaves(stack)[0].shape[0]

    def take(i):
        return jax.tree.map(lambda rows: jax.lax.dynamic_index_in_dim(rows, i, keepdims=False), stack)

    def input_of(i):
        return jax.lax.fori_loop(0, i, lambda j, h: block(take(j), h), x)

    def go_down(slope, place):
        i, layer = place
        _, pull = jax.vjp(block, layer, input_of(i))
        for_layer, for_input = pull(slope)
        return for_input, for_layer

    last = input_of(depth)
    loss, slope = jax.value_and_grad(lambda h: jnp.mean((h - target) ** 2))(last)
    _, slopes = jax.lax.scan(go_down, slope, (jnp.arange(depth), stack), reverse=True)
    return loss, slopes
