"""Compiles a bound method once, in the constructor of an object that lives at module level."""

import jax


class Bench:
    def __init__(self):
        self.correct = jax.jit(self._correct)

    def _correct(self, readings, offset, gain):
        return (readings - offset[None, :]) * gain

    def __call__(self, readings, offset, gain):
        return self.correct(readings, offset, gain)


calibrate = Bench()
