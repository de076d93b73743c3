import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, 0.0, inputs)
    return jnp.concatenate([start[None], start + states])
