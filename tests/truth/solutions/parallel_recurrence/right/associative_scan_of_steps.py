"""An associative scan over named pairs, column by column under vmap."""

import functools
from typing import NamedTuple

import jax


class Step(NamedTuple):
    keep: jax.Array
    add: jax.Array

    def then(self, later):
        return Step(self.keep * later.keep, later.keep * self.add + later.add)


@jax.jit
@functools.partial(jax.vmap, in_axes=1, out_axes=1)
def recurrence(decay, drive):
    return jax.lax.associative_scan(Step.then, Step(decay, drive)).add
