"""A scan that does two steps in each turn, which leaves a single step over for an odd number of inputs.

Class: growth
Why: three inputs make a program with a loop of two copies and a third copy behind it, six make one without the third: it must have as many operations for 2 T inputs as for T.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs, unroll=2)
    return jnp.concatenate([start[None], states])
