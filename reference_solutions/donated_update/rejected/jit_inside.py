import functools

import jax


def momentum_step(params, velocity, grads, rate):
    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def advance(params, velocity):
        faster = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
        return jax.tree.map(lambda p, v: p - rate * v, params, faster), faster

    return advance(params, velocity)
