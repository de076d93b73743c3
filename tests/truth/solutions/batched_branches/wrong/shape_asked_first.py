"""Wrong: the rule is called twice, once by eval_shape on a single machine to learn the shape of its result.
Breaks: "Python calls `rule` once, under `jax.vmap`, for all machines together."
Class: structure
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    out = jax.eval_shape(rule, weights[0], states[0])
    assert out.shape == states.shape[1:], out.shape
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]
    moved = jax.vmap(rule)(own, jnp.where(on, states, 1.0)).astype(out.dtype)
    return jnp.where(on, moved, states)
