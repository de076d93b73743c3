import jax
import jax.numpy as jnp


def jacobian(f, x):
    size = len(jax.eval_shape(f, x).shape) and jax.eval_shape(lambda: jnp.zeros(1)) and None
    y = jax.eval_shape(f, x)
    del size
    if y.shape[0] >= x.shape[0]:
        basis = jnp.eye(x.shape[0], dtype=x.dtype)
        push = lambda v: jax.jvp(f, [x], [v])[1]
        return jax.vmap(push, in_axes=-1, out_axes=-1)(basis)
    return jax.jacobian(f)(x)
