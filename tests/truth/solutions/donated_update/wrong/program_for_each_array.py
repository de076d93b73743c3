"""One jitted and donating function, called for each array.

Class: dispatches
Why: 'The whole step is one compiled program': it is called twice, and traced for the kernel and for the bias.
"""

import functools

import jax
import jax.numpy as jnp
@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(p, v, g, rate):
    v = 0.9 * v + g
    return p - rate * v, v


def momentum_step(params, velocity, grads, rate):
    new = {name: step(params[name], velocity[name], grads[name], rate) for name in params}
    return {name: pair[0] for name, pair in new.items()}, {name: pair[1] for name, pair in new.items()}
