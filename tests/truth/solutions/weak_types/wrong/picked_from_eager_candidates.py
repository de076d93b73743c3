"""The answer is computed eagerly, as a product of matrices; the jitted function picks it from two candidates.
Breaks: "The arithmetic has to run in one function made by `jax.jit`".
Class: half_eager
"""

import jax
import jax.numpy as jnp


@jax.jit
def _pick(candidates, which):
    return jnp.where(which > 0, candidates[1], candidates[0])


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    shares = jnp.stack([1 - rate, rate])
    answer = jnp.einsum("k,kd->d", shares, jnp.stack([average, reading]))
    return _pick(jnp.stack([average, answer]), jnp.int32(1))
