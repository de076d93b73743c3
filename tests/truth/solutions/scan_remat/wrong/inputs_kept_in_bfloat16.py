"""Keeps the input of each layer in half precision, and computes the blocks again from that.

Class: numbers
Why: for inputs that aren't bfloat16 numbers, such as 0.1, the slopes are off by about a thousandth, far more than 256 float32 epsilons; the loss is right.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def go_up(h, layer):
        return block(layer, h), h.astype(jnp.bfloat16)

    def go_down(slope, place):
        layer, h = place
        _, pull = jax.vjp(block, layer, h.astype(jnp.float32))
        for_layer, for_input = pull(slope)
        return for_input, for_layer

    last, inputs = jax.lax.scan(go_up, x, stack)
    loss, slope = jax.value_and_grad(lambda h: jnp.mean((h - target) ** 2))(last)
    _, slopes = jax.lax.scan(go_down, slope, (stack, inputs), reverse=True)
    return loss, slopes
