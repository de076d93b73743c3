import jax
import jax.numpy as jnp


PROGRAMS = {}


def make(rounds):
    def body(signal, baseline, gain):
        x = gain * (signal - baseline)
        for _ in range(rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x

    return jax.jit(body)


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        if self.rounds not in PROGRAMS:
            PROGRAMS[self.rounds] = make(self.rounds)
        return PROGRAMS[self.rounds](signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
