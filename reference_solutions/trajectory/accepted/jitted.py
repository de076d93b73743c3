"""Under jit, with the step as a static argument."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="step")
def run(start, inputs, *, step):
    def body(carry, t):
        after = step(carry, inputs[t])
        return after, {"state": after}

    kept = jax.lax.scan(body, start, jnp.arange(len(inputs)))[1]
    return jnp.insert(kept["state"], 0, start, axis=0)


def trajectory(step, start, inputs):
    return run(start, inputs, step=step)
