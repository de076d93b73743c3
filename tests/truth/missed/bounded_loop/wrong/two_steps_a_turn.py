"""Two steps a turn.

Class: other
Why: Half as many turns of the loop, each with two copies of the step: `unroll=2` by hand. Breaks "Don't unroll the
loop (`unroll=2`), which copies the step". Python calls `step` twice, and all numbers are right, so it is seen in the
program of any case: two copies of the step in the body and (most + 1) // 2 turns.
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def maybe(i, state):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, state)

    def body(state, i):
        state = maybe(i, state)
        return maybe(i + 1, state), None

    return jax.lax.scan(body, state, jnp.arange(0, most, 2))[0]
