"""An associative scan in reverse over steps of three numbers each."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Step(NamedTuple):
    """The function value -> max(floor, base + slope * value)."""

    floor: jax.Array
    base: jax.Array
    slope: jax.Array

    def __call__(self, value):
        # A floor of -inf stays one, whatever the slope is: 0 * -inf would be NaN.
        return jnp.maximum(self.floor, jnp.where(jnp.isneginf(value), value, self.base + self.slope * value))

    def after(self, later):
        return Step(self(later.floor), self.base + self.slope * later.base, self.slope * later.slope)


def combine(later, earlier):
    return earlier.after(later)


@jax.jit
def best_values(rewards, exits, discounts, last):
    return jax.lax.associative_scan(combine, Step(exits, rewards, discounts), reverse=True)(last[None])
