import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def advance(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


def momentum_step(params, velocity, grads, rate):
    new_params, new_velocity = advance(params, velocity, grads, rate)
    print("moved by", jnp.abs(new_params["bias"] - params["bias"]).max())
    return new_params, new_velocity
