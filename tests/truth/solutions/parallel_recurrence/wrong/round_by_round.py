"""Each doubling round is a call of a jitted function, for which its reach is static.

Class: dispatches
Why: For one shape of 192 steps JAX traces it eight times, once for each reach: "once for each new shape", and "all of it" in one function.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=2)
def make_round(decay, drive, reach):
    steps = drive.shape[0]
    late_drive = jnp.pad(drive, ((reach, 0), (0, 0)))[:steps]
    late_decay = jnp.pad(decay, ((reach, 0), (0, 0)), constant_values=1)[:steps]
    return decay * late_decay, decay * late_drive + drive


def recurrence(decay, drive):
    steps, reach = drive.shape[0], 1
    decay, drive = make_round(decay, drive, reach)
    while 2 * reach < steps:
        reach *= 2
        decay, drive = make_round(decay, drive, reach)
    return drive
