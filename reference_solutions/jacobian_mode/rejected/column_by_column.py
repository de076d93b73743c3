import jax
import jax.numpy as jnp


def jacobian(f, x):
    columns = [jax.jvp(f, (x,), (direction,))[1] for direction in jnp.eye(x.size)]
    return jnp.stack(columns, axis=1)
