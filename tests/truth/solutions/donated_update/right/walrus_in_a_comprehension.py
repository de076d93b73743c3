"""Terse: one dict comprehension with a walrus makes both numbers of a name, and two others take them apart."""
from functools import partial

import jax


@partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    both = {n: (v := 0.9 * velocity[n] + grads[n], p - rate * v) for n, p in params.items()}
    return {n: p for n, (_, p) in both.items()}, {n: v for n, (v, _) in both.items()}
