"""A decorated function of one example, whose row is a dict."""

import jax


def losses(loss, weights, xs, ys):
    @jax.vmap
    def of(example: dict[str, jax.Array]) -> jax.Array:
        return loss(weights, example["x"], example["y"])

    return of({"x": xs, "y": ys})
