"""A registered dataclass holds the key of the epoch, and its method changes one example."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class Epoch:
    key: jax.Array

    def change(self, n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(self.key, n))
        places = jnp.arange(row.size) + jax.random.randint(shift_key, (), 0, row.size)
        noise = jax.random.normal(noise_key, row.shape)
        return jnp.zeros_like(row).at[places % row.size].set(row) + 0.1 * noise


def perturb(key, epoch, ids, rows):
    state = Epoch(jax.random.fold_in(key, epoch))
    return jax.vmap(Epoch.change, in_axes=(None, 0, 0))(state, ids, rows)
