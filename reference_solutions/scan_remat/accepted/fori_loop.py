"""A `fori_loop` over the numbers of the layers, jitted, and with a policy that is the default one.

The checkpoint keeps its arguments: the whole stack, which is there anyway, and not the layer, which is made inside.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="block")
def value_and_slopes(block, stack, x, target):
    count = jax.tree.leaves(stack)[0].shape[0]

    @partial(jax.checkpoint, policy=jax.checkpoint_policies.nothing_saveable, prevent_cse=False)
    def apply(i, stack, h):
        return block(jax.tree.map(lambda leaf: leaf[i], stack), h)

    def error(stack):
        last = jax.lax.fori_loop(0, count, lambda i, h: apply(i, stack, h), x)
        return jnp.sum((last - target) ** 2) / target.size

    return jax.value_and_grad(error)(stack)
