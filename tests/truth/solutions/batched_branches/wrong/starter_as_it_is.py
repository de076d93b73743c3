"""The starter, rewritten with one cond.
Class: flops
Why: "Python calls `rule` once".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def one(kind, on, state):
        branches = [lambda s, w=w: rule(w, s) for w in weights] + [lambda s: s]
        return jax.lax.switch(jnp.where(on, jnp.clip(kind, 0, len(weights) - 1), len(weights)), branches, state)

    return jax.vmap(one)(kinds, running, states)
