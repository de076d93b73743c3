"""Registers the class as a pytree: baseline and gain are leaves, the rounds are part of its structure."""

import functools

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Sensor:
    __slots__ = ("baseline", "gain", "rounds")

    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def tree_flatten(self):
        return (self.baseline, self.gain), (self.rounds,)

    @classmethod
    def tree_unflatten(cls, structure, leaves):
        return cls(*leaves, *structure)

    @jax.jit
    def read(self, signal):
        start = self.gain * (signal - self.baseline)
        return functools.reduce(lambda x, _: (x + jnp.roll(x, 1)) / 2, range(self.rounds), start)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)

    def readings():
        for signal, change in zip(signals, changes, strict=True):
            for item in change.items():
                setattr(sensor, *item)
            yield sensor.read(signal)

    return jnp.stack(list(readings()))
