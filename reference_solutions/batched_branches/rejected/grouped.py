import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    kinds = jnp.clip(kinds, 0, len(weights) - 1)
    for kind in range(len(weights)):
        rows = jnp.nonzero(running & (kinds == kind))[0]
        if len(rows):
            moved = jax.vmap(rule, in_axes=(None, 0))(weights[kind], states[rows])
            states = states.at[rows].set(moved)
    return states
