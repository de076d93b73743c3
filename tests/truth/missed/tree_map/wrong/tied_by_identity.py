"""Tied by identity.

Class: other
Why: Breaks "with `p - rate * g` in the place of each array `p`, where `g` is the array at the same place of `grads`":
"tied" arrays are updated once, by the identity of `p`, so that the second place gets the gradient of the first. Seen
outside of a trace at w = jnp.ones(2), params = [w, w], grads = [jnp.ones(2), jnp.zeros(2)], rate 1: [0, 0] twice
instead of [0, 0] and [1, 1].
"""

import jax


def step(params, grads, rate):
    done = {}

    def update(p, g):
        if id(p) not in done:
            done[id(p)] = p - rate * g
        return done[id(p)]

    return jax.tree.map(update, params, grads)
