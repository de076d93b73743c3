import jax
import jax.numpy as jnp


def total(loss, params, x, y, weight):
    return weight @ jax.vmap(loss, (None, 0, 0))(params, x, y)


def accumulate(loss, params, xs, ys, weights, size):
    sums = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    for i in range(0, len(xs), size):
        batch = (array[i : i + size] for array in (xs, ys, weights))
        sums = jax.tree.map(jnp.add, sums, jax.value_and_grad(total, 1)(loss, params, *batch))
    return jax.tree.map(lambda leaf: leaf / weights.sum(), sums)
