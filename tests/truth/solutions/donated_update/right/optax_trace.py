"""Uses optax's momentum transformation inside the donating step."""

import functools

import jax
import optax

transform = optax.trace(decay=0.9)


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    direction, state = transform.update(grads, optax.TraceState(trace=velocity))
    updates = jax.tree.map(lambda d: -rate * d, direction)
    return optax.apply_updates(params, updates), state.trace
