import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("ps", "vs"))
def advance(ps, vs, gs, rate):
    vs = [0.9 * v + g for v, g in zip(vs, gs, strict=True)]
    return [p - rate * v for p, v in zip(ps, vs, strict=True)], vs


def momentum_step(params, velocity, grads, rate):
    leaves, structure = jax.tree.flatten(params)
    ps, vs = advance(leaves, jax.tree.leaves(velocity), jax.tree.leaves(grads), jnp.float32(rate))
    return jax.tree.unflatten(structure, ps), jax.tree.unflatten(structure, vs)
