import jax
import jax.numpy as jnp


def cut(array, size, mode="edge"):
    padding = [(0, -len(array) % size)] + [(0, 0)] * (array.ndim - 1)
    return jnp.pad(array, padding, mode=mode).reshape(-1, size, *array.shape[1:])


def total(loss, params, x, y, weight):
    return weight @ jax.vmap(loss, (None, 0, 0))(params, x, y)


def accumulate(loss, params, xs, ys, weights, size):
    batches = (cut(xs, size), cut(ys, size), cut(weights, size, "constant"))

    def step(state):
        i, sums = state
        batch = (array[i] for array in batches)
        return i + 1, jax.tree.map(jnp.add, sums, jax.value_and_grad(total, 1)(loss, params, *batch))

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    _, sums = jax.lax.while_loop(lambda state: state[0] < len(batches[0]), step, (0, start))
    return jax.tree.map(lambda leaf: leaf / weights.sum(), sums)
