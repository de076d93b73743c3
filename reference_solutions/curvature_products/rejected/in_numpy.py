import jax
import jax.numpy as jnp
import numpy as np


def curvature(f, x, vs):
    _, multiply = jax.linearize(jax.grad(f), x)
    directions = np.asarray(vs)
    return jax.vmap(multiply)(jnp.asarray(directions))
