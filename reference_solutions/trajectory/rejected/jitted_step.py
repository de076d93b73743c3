import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    fast_step = jax.jit(step)
    states = [start]
    for t in range(inputs.shape[0]):
        states.append(fast_step(states[-1], inputs[t]))
    return jnp.stack(states)
