"""A machine with a program counter and a round counter, in one while loop."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class Machine:
    counter: Any
    rounds_left: Any
    x: Any

    def tree_flatten(self):
        return (self.counter, self.rounds_left, self.x), None

    @classmethod
    def tree_unflatten(cls, _, children):
        return cls(*children)


def run(tables, codes, picks, rounds, x):
    book = jnp.array(tables)
    steps, kinds = codes.shape[0], len(tables)
    codes = jnp.where(codes < 0, codes + 4, codes)
    picks = jnp.mod(picks, kinds)

    def busy(machine):
        return machine.rounds_left > 0

    def tick(machine):
        table = book[picks[machine.counter]]
        x = jax.lax.switch(
            codes[machine.counter],
            [lambda x, t: jnp.add(x, t), lambda x, t: jnp.subtract(t, x), lambda x, _: jnp.roll(x, 1), jnp.minimum],
            machine.x,
            table,
        )
        following = machine.counter + 1
        at_end = following == steps
        return Machine(
            jnp.where(at_end, 0, following),
            machine.rounds_left - at_end.astype(jnp.int32),
            x,
        )

    return jax.lax.while_loop(busy, tick, Machine(jnp.int32(0), rounds, x)).x
