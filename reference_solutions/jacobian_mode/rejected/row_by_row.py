import jax
import jax.numpy as jnp


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).size
    return jnp.stack([jax.grad(lambda x, i=i: f(x)[i])(x) for i in range(outputs)])
