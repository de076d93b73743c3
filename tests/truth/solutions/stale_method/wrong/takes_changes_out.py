"""Takes the changes out of the dicts by `pop`.

Class: state
Why: After the call all dicts in `changes` are empty, against "Your function must not change what it is given", and a second call with the same list reads everything with the first settings.
"""
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def read(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


def record(baseline, gain, rounds, signals, changes):
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        baseline = change.pop("baseline", baseline)
        gain = change.pop("gain", gain)
        rounds = change.pop("rounds", rounds)
        readings.append(read(signal, baseline, gain, rounds=rounds))
    return jnp.stack(readings)
