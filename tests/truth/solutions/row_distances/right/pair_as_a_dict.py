"""Maps over a dict of both vectors, with a dict of axes."""

import jax


def distances(metric, xs, ys):
    def of_pair(pair):
        return metric(pair["x"], pair["y"])

    inner = jax.vmap(of_pair, in_axes=({"x": None, "y": 0},))
    outer = jax.vmap(inner, in_axes=({"x": 0, "y": None},))
    return outer({"x": xs, "y": ys})
