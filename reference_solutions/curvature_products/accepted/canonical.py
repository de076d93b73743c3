import jax


def curvature(f, x, vs):
    def multiply(v):
        _, product = jax.jvp(jax.grad(f), (x,), (v,))
        return product

    return jax.vmap(multiply)(vs)
