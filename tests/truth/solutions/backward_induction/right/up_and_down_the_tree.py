"""A recursion on pairs by hand: join neighbours, solve half as many steps, and fill in those between."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Chain(NamedTuple):
    """What some steps in a row do to the value after them: max(floor, gain + rate * value)."""

    floor: jax.Array
    gain: jax.Array
    rate: jax.Array

    def apply(self, value):
        return jnp.maximum(self.floor, self.gain + self.rate * value)

    def before(self, later: "Chain") -> "Chain":
        leave_later = jnp.where(jnp.isneginf(later.floor), -jnp.inf, self.gain + self.rate * later.floor)
        floor = jnp.maximum(self.floor, leave_later)
        return Chain(floor, self.gain + self.rate * later.gain, self.rate * later.rate)

    def take(self, *where):
        return Chain(*(part[slice(*where)] for part in self))


def all_values(chain: Chain, last):
    """Return the value at each step of the chain, where `last` comes after its end."""
    steps = chain.floor.shape[0]
    if steps == 1:
        return chain.apply(last[None])
    odd = steps % 2
    if odd:  # the first step waits until the rest is known
        rest = all_values(chain.take(1, None), last)
        return jnp.concatenate([chain.take(0, 1).apply(rest[:1]), rest])
    left, right = chain.take(0, None, 2), chain.take(1, None, 2)
    at_left = all_values(left.before(right), last)
    after_right = jnp.concatenate([at_left[1:], last[None]])
    at_right = right.apply(after_right)
    return jnp.stack([at_left, at_right], axis=1).reshape(steps, -1)


@jax.jit
def best_values(rewards, exits, discounts, last):
    return all_values(Chain(exits, rewards, discounts), last)
