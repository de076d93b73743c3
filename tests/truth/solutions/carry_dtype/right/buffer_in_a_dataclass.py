"""A counted loop over a dataclass that holds the wide sum, and a buffer for the narrow rows."""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Progress:
    total: jax.Array
    rows: jax.Array

    def after(self, t, row, decay):
        total = lax.add(self.total * decay, lax.convert_element_type(row, jnp.float32))
        narrow = lax.convert_element_type(total, self.rows.dtype)
        return dataclasses.replace(
            self,
            total=total,
            rows=lax.dynamic_update_index_in_dim(self.rows, narrow, t, axis=0),
        )


def leaky_sums(xs: jax.Array, decay: jax.Array) -> tuple[jax.Array, jax.Array]:
    steps, width = xs.shape

    def turn(t, progress):
        row = lax.dynamic_index_in_dim(xs, t, axis=0, keepdims=False)
        return progress.after(t, row, decay)

    begin = Progress(jnp.zeros((width,), jnp.float32), jnp.zeros((steps, width), xs.dtype))
    end = lax.fori_loop(0, steps, turn, begin)
    return end.total, end.rows
