from functools import partial

import jax


def advance(rule, weights, kinds, running, states):
    def one(machine):
        kind, on, state = machine
        branches = [partial(rule, each) for each in weights]
        return jax.lax.cond(on, lambda s: jax.lax.switch(kind, branches, s), lambda s: s, state)

    return jax.lax.map(one, (kinds, running, states))
