import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    _, states = jax.lax.scan(step, start, inputs)
    return jnp.concatenate([start[None], states])
