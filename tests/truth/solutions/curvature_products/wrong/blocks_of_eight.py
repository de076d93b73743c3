"""Goes through the directions in blocks of eight and forgets the rest if K is more than 8 and no multiple of it.
Breaks "row [k] is H @ vs[k]" for these rows.
Class: numbers
"""
import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    k = vs.shape[0]
    block = min(k, 8)
    push = jax.vmap(jax.linearize(jax.grad(f), x)[1])

    def body(i, out):
        part = jax.lax.dynamic_slice_in_dim(vs, i * block, block)
        return jax.lax.dynamic_update_slice_in_dim(out, push(part), i * block, 0)

    return jax.lax.fori_loop(0, k // block, body, jnp.zeros_like(vs))
