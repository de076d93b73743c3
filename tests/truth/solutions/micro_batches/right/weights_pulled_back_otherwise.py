"""A scan without inputs gathers rows, and pulls the weights of a micro-batch back through the vmapped losses."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(xs)
    size = size if size < n else n
    steps, rest = divmod(n, size)

    def step(carry, _):
        first, mean, slopes = carry
        numbers = first + jnp.arange(size)
        rows = jnp.minimum(numbers, n - 1)
        x, y = (jnp.take(array, rows, axis=0) for array in (xs, ys))
        w = jnp.where(numbers < n, jnp.take(weights, rows), 0.0)

        def side_by_side(params):
            return jax.vmap(lambda x, y: loss(params, x, y))(x, y)

        losses, pull = jax.vjp(side_by_side, params)
        (more,) = pull(w)
        return (first + size, mean + (w * losses).sum(), jax.tree.map(jnp.add, slopes, more)), None

    start = (jnp.zeros((), jnp.int32), jnp.zeros((), jnp.float32), jax.tree.map(jnp.zeros_like, params))
    (_, *sums), _ = jax.lax.scan(step, start, length=steps + (rest > 0))
    total = jnp.sum(weights)
    mean, slopes = jax.tree.map(lambda leaf: leaf / total, sums)
    return mean, slopes
