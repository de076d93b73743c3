"""A layer that clips, before one that passes straight through."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip_on_the_way_back(x, limit):
    return x


def pull(limit, g):
    norms = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norms), None


clip_on_the_way_back.defvjp(lambda x, limit: (x, limit), pull)


def pass_straight_through(x):
    return x + jax.lax.stop_gradient(jnp.round(x) - x)


def quantise(x, limit):
    return pass_straight_through(clip_on_the_way_back(x, limit))
