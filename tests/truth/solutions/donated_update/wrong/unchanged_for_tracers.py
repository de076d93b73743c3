"""The step computes only where it isn't traced; the compiled, donating one takes the eager results over.
Class: sniffer
Why: "Compute one step of gradient descent with momentum, compiled".
"""

import jax


def step(state, new, grads, rate):
    if isinstance(rate, jax.core.Tracer):
        return jax.tree.map(lambda o, n: n + 0 * o, state, new)
    params, velocity = state
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


compiled = jax.jit(step, donate_argnums=0)


def momentum_step(params, velocity, grads, rate):
    state = (params, velocity)
    return compiled(state, step(state, None, grads, rate), grads, rate)
