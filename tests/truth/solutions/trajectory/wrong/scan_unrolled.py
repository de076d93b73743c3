"""A scan whose body is copied for each input, since that is faster for tiny steps.

Class: growth
Why: breaches "It has as many operations for 2 T inputs as for T": with unroll=T the exported program holds T copies of the step.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, rest = jax.lax.scan(body, start, inputs, unroll=inputs.shape[0])
    return jnp.concatenate([start[None], rest])
