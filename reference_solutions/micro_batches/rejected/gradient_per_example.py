import jax
import jax.numpy as jnp


def cut(array, size, mode="edge"):
    padding = [(0, -len(array) % size)] + [(0, 0)] * (array.ndim - 1)
    return jnp.pad(array, padding, mode=mode).reshape(-1, size, *array.shape[1:])


def accumulate(loss, params, xs, ys, weights, size):
    each = jax.vmap(jax.value_and_grad(loss), (None, 0, 0))

    def step(sums, batch):
        x, y, weight = batch
        parts = jax.tree.map(lambda part: jnp.tensordot(weight, part, 1), each(params, x, y))
        return jax.tree.map(jnp.add, sums, parts), None

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    batches = (cut(xs, size), cut(ys, size), cut(weights, size, "constant"))
    sums, _ = jax.lax.scan(step, start, batches)
    return jax.tree.map(lambda leaf: leaf / weights.sum(), sums)
