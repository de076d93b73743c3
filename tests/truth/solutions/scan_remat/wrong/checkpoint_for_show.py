"""A checkpointed gradient is computed and counts zero times; the answer comes from the plain one.

Class: decoy
Why: "Keep only what goes from one layer to the next, and compute the rest again on the way back."
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, h), None

    def make_loss(step):
        return lambda stack: jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    shown = jax.value_and_grad(make_loss(jax.checkpoint(step)))(stack)
    plain = jax.value_and_grad(make_loss(step))(stack)
    return jax.tree.map(lambda a, b: a + 0 * b, plain, shown)
