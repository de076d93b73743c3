import jax


def curvature(f, x, vs):
    def multiply(v):
        gradient, _ = jax.jvp(jax.grad(f), (x,), (v,))
        return gradient

    return jax.vmap(multiply)(vs)
