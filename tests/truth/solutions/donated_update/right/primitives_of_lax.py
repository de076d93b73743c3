"""Every operation is a primitive of jax.lax, with shapes made equal by hand; a match takes the dicts apart."""
import jax
import jax.numpy as jnp
from jax import lax


def updated(p, v, g, rate):
    v = lax.add(lax.mul(lax.full_like(v, 0.9), v), g)
    step = lax.mul(lax.broadcast(rate, p.shape), v)
    return lax.sub(p, step), v


def step(params, velocity, grads, rate):
    rate = lax.convert_element_type(rate, jnp.float32)
    match params, velocity, grads:
        case (
            {"kernel": pk, "bias": pb},
            {"kernel": vk, "bias": vb},
            {"kernel": gk, "bias": gb},
        ):
            pk, vk = updated(pk, vk, gk, rate)
            pb, vb = updated(pb, vb, gb, rate)
            return {"kernel": pk, "bias": pb}, {"kernel": vk, "bias": vb}
    raise TypeError("three dicts with a kernel and a bias")


compiled = jax.jit(step, donate_argnums=(0, 1))


def momentum_step(params, velocity, grads, rate):
    return compiled(params, velocity, grads, rate)
