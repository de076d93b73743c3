"""A registered dataclass holds the board as well, and its methods are condition and body."""

import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Game:
    jumps: jax.Array
    position: jax.Array
    moves: jax.Array
    energy: jax.Array

    @property
    def jump(self):
        return jax.lax.dynamic_index_in_dim(self.jumps, self.position, keepdims=False)

    @property
    def cost(self):
        return jnp.maximum(self.jump, -2 * self.jump)

    def goes_on(self):
        inside = (self.position >= 0) & (self.position < self.jumps.shape[0])
        return inside & (self.jump != 0) & (self.cost <= self.energy)

    def moved(self):
        return dataclasses.replace(
            self,
            position=self.position + self.jump,
            moves=self.moves + 1,
            energy=self.energy - self.cost,
        )


@jax.jit
def walk(jumps, start, energy):
    end = jax.lax.while_loop(Game.goes_on, Game.moved, Game(jumps, start, jnp.int32(0), energy))
    return end.position, end.moves, end.energy
