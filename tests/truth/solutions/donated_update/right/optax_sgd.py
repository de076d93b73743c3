"""Makes optax.sgd with the traced rate and gives it the velocity as its state."""

import functools

import jax
import optax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    optimizer = optax.sgd(rate, momentum=0.9)
    empty = optimizer.init(params)
    state = (optax.TraceState(trace=velocity), *empty[1:])
    updates, state = optimizer.update(grads, state)
    return optax.apply_updates(params, updates), state[0].trace
