"""One program for params and one for velocity: the step is two compiled programs.
Class: structure
Why: "The whole step is one compiled program"
"""

import jax

grow = jax.jit(lambda v, g: jax.tree.map(lambda v, g: 0.9 * v + g, v, g), donate_argnums=0)
move = jax.jit(lambda p, v, rate: jax.tree.map(lambda p, v: p - rate * v, p, v), donate_argnums=0)


def momentum_step(params, velocity, grads, rate):
    velocity = grow(velocity, grads)
    return move(params, velocity, rate), velocity
