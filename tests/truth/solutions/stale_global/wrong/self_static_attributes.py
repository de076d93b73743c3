"""Treats an object as static and changes its attributes afterwards: the program keeps the old ones.

Class: numbers
Why: Mend it, so that every call uses its own settings.
"""

from functools import partial

import jax


class Sensor:
    offset = None
    gain = None

    @partial(jax.jit, static_argnums=0)
    def correct(self, readings):
        return (readings - self.offset) * self.gain


sensor = Sensor()


def calibrate(readings, offset, gain):
    sensor.offset, sensor.gain = offset, gain
    return sensor.correct(readings)
