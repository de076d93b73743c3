import jax
import jax.numpy as jnp


def pairwise_distances(x):
    """Compare the points with themselves, moved on by 0, 1, ... places, and sort the results into the table."""
    positions = jnp.arange(len(x))

    def after_shift(shift):
        squared = jnp.sum((x - jnp.roll(x, -shift, axis=0)) ** 2, axis=1)
        is_same = squared == 0
        return jnp.where(is_same, 0, jnp.sqrt(jnp.where(is_same, 1, squared)))

    by_shift = jax.vmap(after_shift, out_axes=1)(positions)  # [i, s] belongs to points i and i + s
    shifts = (positions[None, :] - positions[:, None]) % len(x)
    return jnp.take_along_axis(by_shift, shifts, axis=1)
