import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    first = step(start, inputs[0])
    _, states = jax.lax.scan(body, first, inputs[1:])
    return jnp.concatenate([jnp.stack([start, first]), states])
