"""An example is a registered dataclass that knows how to change itself; a scan goes through the batch."""

import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Example:
    id: jax.Array
    row: jax.Array

    def changed(self, of_epoch):
        own = jax.random.split(jax.random.fold_in(of_epoch, self.id))
        where, noise = own[0], own[1]
        row = jnp.roll(self.row, jax.random.randint(where, (), 0, self.row.size))
        return row + 0.1 * jax.random.normal(noise, self.row.shape)


def perturb(key, epoch, ids, rows):
    def step(of_epoch, example):
        return of_epoch, example.changed(of_epoch)

    _, changed = jax.lax.scan(step, jax.random.fold_in(key, epoch), Example(ids, rows))
    return changed
