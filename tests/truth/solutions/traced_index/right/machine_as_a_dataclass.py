"""A registered dataclass is the machine: methods are its operations, and `tick` replaces its register."""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Machine:
    register: jax.Array  # int32[D]
    memory: jax.Array  # int32[K, D]
    program: jax.Array  # int32[T, 2]
    clock: jax.Array  # int32[]

    def add(self, table):
        return lax.add(self.register, table)

    def subtract(self, table):
        return lax.sub(table, self.register)

    def turn(self, table):
        return jnp.roll(self.register, 1)

    def least(self, table):
        return lax.min(self.register, table)

    def tick(self):
        code, pick = lax.dynamic_index_in_dim(self.program, self.clock % len(self.program), keepdims=False)
        table = lax.dynamic_index_in_dim(self.memory, pick, keepdims=False)
        methods = (self.add, self.subtract, self.turn, self.least)
        return dataclasses.replace(self, register=lax.switch(code, methods, table), clock=self.clock + 1)


def run(tables, codes, picks, rounds, x):
    codes = jnp.where(codes < 0, codes + 4, codes)
    picks = jnp.where(picks < 0, picks + len(tables), picks)
    program = jnp.stack((codes, picks), axis=1)
    machine = Machine(x, jnp.stack(list(tables)), program, jnp.int32(0))
    end = rounds * program.shape[0]
    machine = lax.while_loop(lambda m: m.clock < end, Machine.tick, machine)
    return machine.register
