"""Combines steps that are NamedTuples with names for factor and offset."""

from typing import NamedTuple

import jax


class Step(NamedTuple):
    factor: jax.Array
    offset: jax.Array

    def then(self, other):
        return Step(other.factor * self.factor, other.factor * self.offset + other.offset)


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(Step.then, Step(decay, drive)).offset
