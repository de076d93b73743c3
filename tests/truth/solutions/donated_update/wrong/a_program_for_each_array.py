"""Compiles the update of one array, which is traced for the kernel and again for the bias.
Class: retrace
Why: "JAX traces your code once for each pair of sizes `(D, K)`".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def update_array(p, v, g, rate):
    v = 0.9 * v + g
    return p - rate * v, v


def momentum_step(params, velocity, grads, rate):
    new = {key: update_array(params[key], velocity[key], grads[key], rate) for key in params}
    return {key: pair[0] for key, pair in new.items()}, {key: pair[1] for key, pair in new.items()}
