"""An object that compiles its formula when it is made, and is called like a function."""

import jax


class Squasher:
    def __init__(self, formula):
        self.compiled = jax.jit(formula)

    def __call__(self, x, scale):
        return self.compiled(x, scale)


squash = Squasher(lambda x, scale: scale * x / (abs(x) + 1))
