from functools import partial

import jax


def advance(rule, weights, kinds, running, states):
    branches = [partial(rule, each) for each in weights]

    def one(kind, on, state):
        return jax.lax.cond(on, lambda s: jax.lax.switch(kind, branches, s), lambda s: s, state)

    return jax.vmap(one)(kinds, running, states)
