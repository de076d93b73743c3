import jax
import jax.numpy as jnp


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    @jax.jit
    def read(self, signal):
        x = self.gain * (signal - self.baseline)
        for _ in range(self.rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x


def flatten(sensor):
    return (sensor.baseline, sensor.gain), (sensor.rounds,)


def unflatten(aux, leaves):
    sensor = object.__new__(Sensor)
    sensor.baseline, sensor.gain = leaves
    (sensor.rounds,) = aux
    return sensor


jax.tree_util.register_pytree_node(Sensor, flatten, unflatten)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
