import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    rows = []
    for kind, on, state in zip(kinds, running, states):
        if on:
            state = rule(weights[max(0, min(int(kind), len(weights) - 1))], state)
        rows.append(state)
    return jnp.stack(rows)
