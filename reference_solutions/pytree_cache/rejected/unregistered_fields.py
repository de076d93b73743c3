import functools

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


@functools.partial(jax.jit, static_argnames="scale")
def scan_fields(vec, init, xs, *, scale):
    def step(state, x):
        state = (vec + state + jnp.ones(scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return scan_fields(box.vec, init, xs, scale=box.scale)
