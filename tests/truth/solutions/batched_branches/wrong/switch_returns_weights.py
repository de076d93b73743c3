"""The switch chooses arrays of weights: under vmap all of them are selected from, for each machine.
Class: flops
Why: "A selection counts one for each of its numbers".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def step(kind, on, state):
        own = jax.lax.switch(kind, [lambda e=e: weights[e] for e in range(weights.shape[0])])
        safe = jnp.where(on, state, 1.0)
        return jnp.where(on, rule(own, safe), state)

    return jax.vmap(step)(kinds, running, states)
