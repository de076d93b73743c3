import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    _, states = jax.lax.scan(lambda state, x: (step(state, x), state), start, inputs)
    return jnp.concatenate([start[None], states])
