"""A scan of one pass holds the whole reading, so XLA compiles it; jax.jit only stacks the readings.

Class: half_eager
Why: "The readings are computed in a function made by jax.jit": they come from a scan that is called outside of any.
"""
import jax
import jax.numpy as jnp


def reading(state, signal):
    baseline, gain, rounds = state
    smooth = lambda _, x: (x + jnp.roll(x, 1)) / 2
    return state, jax.lax.fori_loop(0, rounds, smooth, gain * (signal - baseline))


@jax.jit
def passed_on(x):
    return x.reshape(x.shape[1:])


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signal):
        state = self.baseline, jnp.float32(self.gain), jnp.int32(self.rounds)
        return passed_on(jax.lax.scan(reading, state, signal[None])[1])


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
