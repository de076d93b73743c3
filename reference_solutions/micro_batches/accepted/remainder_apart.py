"""Whole micro-batches in a scan; the examples that are left over are where the sums start."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    def sums_of(x, y, weight):
        def total(params):
            return jnp.vdot(weight, jax.vmap(lambda *example: loss(params, *example))(x, y))

        value, gradient = jax.value_and_grad(total)(params)
        return {"value": value, "gradient": gradient}

    whole = len(xs) // size * size
    if whole < len(xs):
        sums = sums_of(xs[whole:], ys[whole:], weights[whole:])
    else:
        sums = {"value": jnp.zeros(()), "gradient": jax.tree.map(jnp.zeros_like, params)}
    if whole:
        batches = [array[:whole].reshape(whole // size, size, *array.shape[1:]) for array in (xs, ys, weights)]
        sums, _ = jax.lax.scan(lambda sums, batch: (jax.tree.map(jnp.add, sums, sums_of(*batch)), None), sums, batches)
    mean = jax.tree.map(lambda leaf: leaf / jnp.sum(weights), sums)
    return mean["value"], mean["gradient"]
