"""The rule is called once under vmap, to get its program. That is then run for every kind, and a selection made of all results.
Breaks: "Write it so that each machine's rule is computed once."
Class: flops
"""

import jax
import jax.numpy as jnp
from jax.extend import core


def advance(rule, weights, kinds, running, states):
    kinds_there = weights.shape[0]
    on = running[:, None]
    safe = jnp.where(on, states, 1.0)
    spread = jnp.broadcast_to(weights[0], (states.shape[0], *weights.shape[1:]))
    program = jax.make_jaxpr(jax.vmap(rule))(spread, safe)
    kind = jnp.clip(kinds, 0, kinds_there - 1)[:, None]
    moved = jnp.zeros_like(states)
    for k in range(kinds_there):
        spread = jnp.broadcast_to(weights[k], (states.shape[0], *weights.shape[1:]))
        (all_rows,) = core.jaxpr_as_fun(program)(spread, safe)
        moved = jnp.where(kind == k, all_rows, moved)
    return jnp.where(on, moved, states)
