"""Wraps a new function in each call, which is traced each time.
Class: retrace
Why: "JAX traces your code once for each pair of sizes `(D, K)`".
"""

import jax


def momentum_step(params, velocity, grads, rate):
    def step(params, velocity, grads):
        velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
        return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity

    return jax.jit(step, donate_argnums=(0, 1))(params, velocity, grads)
