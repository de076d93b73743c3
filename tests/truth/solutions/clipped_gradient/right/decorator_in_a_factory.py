import jax
import jax.numpy as jnp


def rule(limit):
    @jax.custom_vjp
    def inner(x):
        return jnp.round(x)

    def forward(x):
        return inner(x), None

    def backward(_, g):
        scale = limit * jax.lax.rsqrt((g * g).sum(axis=1))
        return (jnp.einsum("i,ij->ij", jnp.minimum(1.0, scale), g),)

    inner.defvjp(forward, backward)
    return inner


def quantise(x, limit):
    return rule(limit)(x)
