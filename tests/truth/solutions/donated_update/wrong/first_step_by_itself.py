"""Where all velocities are zero, as before the first step, the gradients are the velocity, and a smaller program does.

Class: memory
Why: with a velocity of zeros the new velocity is a copy of the gradients in new memory, and the old one's is only deleted.
"""
from functools import partial

import jax


@partial(jax.jit, donate_argnums=(0, 1))
def advance(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


@partial(jax.jit, donate_argnums=0)
def begin(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)


def momentum_step(params, velocity, grads, rate):
    if any(any(v.ravel().tolist()) for v in velocity.values()):
        return advance(params, velocity, grads, rate)
    params = begin(params, grads, rate)
    for v in velocity.values():
        v.delete()
    return params, {name: g.copy() for name, g in grads.items()}
