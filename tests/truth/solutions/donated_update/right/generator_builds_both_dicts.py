"""A generator yields (key, params, velocity) for each array; the dicts are built from it inside one jit that donates by position."""

import jax


def updates(params, velocity, grads, rate):
    for key, old in params.items():
        moving = 0.9 * velocity[key] + grads[key]
        yield key, old - rate * moving, moving


def both(params, velocity, grads, rate):
    new_params, new_velocity = {}, {}
    for key, p, v in updates(params, velocity, grads, rate):
        new_params[key] = p
        new_velocity[key] = v
    return new_params, new_velocity


momentum_step = jax.jit(both, donate_argnums=(0, 1))
