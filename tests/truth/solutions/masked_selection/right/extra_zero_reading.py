"""One more reading of 0 stands behind the others, for the empty slots to read."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    n = readings.shape[0]
    mask = readings > threshold
    where = jnp.nonzero(mask, size=size, fill_value=n)[0]
    longer = jnp.append(readings, 0.0)
    labels = jnp.append(jnp.arange(n), -1)
    return longer[where], labels[where], mask.astype(jnp.int32).sum()
