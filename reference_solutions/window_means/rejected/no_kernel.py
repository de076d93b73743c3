import jax.numpy as jnp


def window_means(x, rows, columns):
    n, d = x.shape
    sums = jnp.pad(x, ((0, -n % rows), (0, 0))).reshape(-1, rows, d).sum(axis=1)
    counts = jnp.minimum(rows, n - rows * jnp.arange(len(sums)))
    return sums / counts[:, None]
