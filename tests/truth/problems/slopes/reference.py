import jax


def slopes(f, xs):
    return jax.vmap(f)(xs), jax.vmap(jax.grad(f))(xs)
