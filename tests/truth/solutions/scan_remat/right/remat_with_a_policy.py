"""jax.remat of the block itself, with the policy spelled out, and without the barrier."""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    lean = jax.remat(block, policy=jax.checkpoint_policies.nothing_saveable, prevent_cse=False)

    def run(stack):
        return jax.lax.scan(lambda h, layer: (lean(layer, h), ()), x, stack)[0]

    value, pull = jax.vjp(lambda stack: jnp.square(run(stack) - target).mean(), stack)
    return value, pull(jnp.ones_like(value))[0]
