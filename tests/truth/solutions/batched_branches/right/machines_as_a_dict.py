"""One machine is a dict; the mapped closure picks weights with `.at[].get` that clips and doesn't wrap negative indices."""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    table = weights.at

    def one(machine: dict) -> jax.Array:
        mine = table[machine["kind"]].get(mode="clip", wrap_negative_indices=False)
        inside = jnp.where(on := machine["on"], machine["state"], 1.0)
        return jnp.where(on, rule(mine, inside), machine["state"])

    return jax.vmap(one)({"kind": kinds, "on": running, "state": states})
