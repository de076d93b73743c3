"""A callback follows the recipe.
Class: host
Why: "Host callbacks are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def run(tables, codes, picks, rounds, x):
    def follow(tables, codes, picks, rounds, x):
        x = np.asarray(x)
        for _ in range(int(rounds)):
            for code, pick in zip(np.asarray(codes), np.asarray(picks)):
                t = np.asarray(tables[pick])
                x = [x + t, t - x, np.roll(x, 1), np.minimum(x, t)][code]
        return x

    return jax.pure_callback(follow, jax.ShapeDtypeStruct(x.shape, jnp.int32), tables, codes, picks, rounds, x)
