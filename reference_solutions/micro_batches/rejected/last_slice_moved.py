import jax
import jax.numpy as jnp


def total(loss, params, x, y, weight):
    return weight @ jax.vmap(loss, (None, 0, 0))(params, x, y)


def accumulate(loss, params, xs, ys, weights, size):
    size = min(size, len(xs))

    def body(i, sums):
        batch = (jax.lax.dynamic_slice_in_dim(array, i * size, size) for array in (xs, ys, weights))
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(total, 1)(loss, params, *batch))

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    sums = jax.lax.fori_loop(0, -(-len(xs) // size), body, start)
    return jax.tree.map(lambda leaf: leaf / weights.sum(), sums)
