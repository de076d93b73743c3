import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    # Right, but Python runs `step` T times.
    # Let jax.lax.scan run it once.
    states = [start]
    for t in range(inputs.shape[0]):
        states.append(step(states[-1], inputs[t]))
    return jnp.stack(states)
