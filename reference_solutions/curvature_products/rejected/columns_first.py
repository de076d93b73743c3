import jax


def curvature(f, x, vs):
    _, multiply = jax.linearize(jax.grad(f), x)
    return jax.vmap(multiply, out_axes=1)(vs)
