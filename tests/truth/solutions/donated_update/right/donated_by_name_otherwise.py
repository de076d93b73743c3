"""Donates by name, and passes everything by keyword."""

import functools

import jax
import jax.numpy as jnp
def update(*, params, velocity, grads, rate):
    new = {}
    for name in ("kernel", "bias"):
        speed = jnp.add(0.9 * velocity[name], grads[name])
        new[name] = (jnp.subtract(params[name], rate * speed), speed)
    return {name: pair[0] for name, pair in new.items()}, {name: pair[1] for name, pair in new.items()}


update = jax.jit(update, donate_argnames=["params", "velocity"])


def momentum_step(params, velocity, grads, rate):
    return update(params=params, velocity=velocity, grads=grads, rate=rate)
