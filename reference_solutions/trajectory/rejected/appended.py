import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = [start]

    def body(state, x):
        state = step(state, x)
        states.append(state)
        return state, None

    jax.lax.scan(body, start, inputs)
    return jnp.stack(states)
