import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = jax.vmap(step, in_axes=(None, 0))(start, inputs)
    return jnp.concatenate([start[None], states])
