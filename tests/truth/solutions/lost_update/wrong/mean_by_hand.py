"""The mean is moved by NumPy, in a variable that is named.
Class: host
Why: "your function must not name them"; "nothing is computed in NumPy".
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def forward(model, x):
    return model(x)


def follow(model, batches):
    ys = []
    for x in batches:
        ys.append(forward(model, x))
        centre = model.centre
        count = int(centre.count[...]) + 1
        mean = np.asarray(centre.mean[...])
        centre.mean[...] = jnp.asarray(mean + (np.asarray(x).mean(0) - mean) / np.float32(count))
        centre.count[...] = jnp.int32(count)
    return jnp.stack(ys)
