import jax


def curvature(f, x, vs):
    def multiply(v):
        return v @ jax.jvp(jax.grad(f), (x,), (v,))[1]

    return jax.vmap(multiply)(vs)
