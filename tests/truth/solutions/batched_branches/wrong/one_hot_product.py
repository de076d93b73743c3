"""A product with a one-hot matrix chooses the weights.
Class: flops
Why: "At most 2.5 times the floating-point operations".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    hot = jax.nn.one_hot(jnp.clip(kinds, 0, len(weights) - 1), len(weights))
    own = jnp.tensordot(hot, weights, axes=1)
    on = running[:, None]
    return jnp.where(on, jax.vmap(rule)(own, jnp.where(on, states, 1.0)), states)
