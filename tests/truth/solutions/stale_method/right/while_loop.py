import jax
import jax.numpy as jnp


@jax.jit
def run(signal, baseline, gain, rounds):
    def smooth(carry):
        left, x = carry
        return left - 1, (x + jnp.roll(x, 1)) / 2

    start = rounds, gain * (signal - baseline)
    return jax.lax.while_loop(lambda carry: carry[0] > 0, smooth, start)[1]


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        return run(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
