import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        return state, step(state, x)

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
