import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    return jnp.stack([jax.jvp(jax.grad(f), (x,), (v,))[1] for v in vs])
