import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = [start]
    for x in inputs:
        states.append(step(states[-1], x))
    return jnp.array(states)
