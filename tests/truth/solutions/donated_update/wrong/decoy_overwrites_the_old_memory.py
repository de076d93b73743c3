"""All is computed eagerly; a donating function only moves the results into the old memory.
Class: decoy
Why: "Compute one step of gradient descent with momentum, compiled".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def overwrite(old, new):
    return jax.tree.map(lambda o, n: n + 0 * o, old, new)


def momentum_step(params, velocity, grads, rate):
    new_velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    new_params = jax.tree.map(lambda p, v: p - rate * v, params, new_velocity)
    return overwrite((params, velocity), (new_params, new_velocity))
