import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=0)
def trajectory(step, start, inputs):
    states = [start]
    for t in range(inputs.shape[0]):
        states.append(step(states[-1], inputs[t]))
    return jnp.stack(states)
