"""A step is a NamedTuple with a method for "and before that"; associative_scan goes over the flipped steps."""
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Step(NamedTuple):
    """The function g -> max(exit, reward + discount * g)."""

    reward: jax.Array
    exit: jax.Array
    discount: jax.Array

    def __call__(self, g):
        return jnp.maximum(self.exit, self.reward + self.discount * g)

    def after(self, earlier):
        over = earlier.discount > 0
        leave_later = earlier.reward + earlier.discount * jnp.where(over, self.exit, 0)
        return Step(
            reward=earlier.reward + earlier.discount * self.reward,
            exit=jnp.maximum(earlier.exit, jnp.where(over, leave_later, -jnp.inf)),
            discount=earlier.discount * self.discount,
        )


@jax.jit
def best_values(rewards, exits, discounts, last):
    flipped = jax.tree.map(jnp.flipud, Step(rewards, exits, discounts))
    chains = jax.lax.associative_scan(Step.after, flipped, axis=0)
    return jnp.flipud(chains(last))
