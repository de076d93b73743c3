from functools import partial

import jax


def advance(rule, weights, kinds, running, states):
    # Right for one machine. For a batch, vmap makes a selection of
    # each branch: every machine computes the rules of all kinds, and
    # machines that are off compute them, too.
    branches = [partial(rule, each) for each in weights]

    def advance_one(kind, on, state):
        def move(state):
            return jax.lax.switch(kind, branches, state)

        return jax.lax.cond(on, move, lambda state: state, state)

    return jax.vmap(advance_one)(kinds, running, states)
