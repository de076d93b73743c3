import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    return jnp.vectorize(loss, signature="(d),(d),()->()")(weights, xs, ys)
