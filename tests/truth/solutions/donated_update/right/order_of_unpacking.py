import jax
from jax import lax, numpy as jnp


@jax.jit
def nothing():
    return 0.0


def f(k, b, vk, vb, gk, gb, rate):
    vk, vb = lax.add(lax.mul(jnp.float32(0.9), vk) if vk.ndim == 0 else vk * 0.9, gk), vb * 0.9 + gb
    return k - rate * vk, b - rate * vb, vk, vb


g = jax.jit(f, donate_argnums=(0, 1, 2, 3))


def momentum_step(params, velocity, grads, rate):
    k, b, vk, vb = g(
        params["kernel"], params["bias"], velocity["kernel"], velocity["bias"], grads["kernel"], grads["bias"], rate
    )
    return {"kernel": k, "bias": b}, {"kernel": vk, "bias": vb}
