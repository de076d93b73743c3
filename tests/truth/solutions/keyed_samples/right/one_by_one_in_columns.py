"""Columns of the transposed batch, with the examples on the last axis until the end."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def draw(n):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, n))
        shift = jax.random.randint(shift_key, (), 0, rows.shape[1])
        return {"shift": shift, "noise": jax.random.normal(noise_key, rows.shape[1:])}

    drawn = jax.vmap(draw, out_axes={"shift": 0, "noise": 1})(ids)
    moved = jax.vmap(jnp.roll, in_axes=(1, 0), out_axes=1)(rows.T, drawn["shift"])
    return jnp.transpose(moved + 0.1 * drawn["noise"])
