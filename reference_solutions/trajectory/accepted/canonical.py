import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state  # to the next step, and to keep

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
