import jax
import jax.numpy as jnp


def _run(rounds, signal, baseline, gain):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) * 0.5
    return x


run = jax.jit(_run, static_argnums=0)


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def __call__(self, signal):
        return run(self.rounds, signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor(signal))
    return jnp.stack(rows)
