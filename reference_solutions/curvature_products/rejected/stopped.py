import jax


def curvature(f, x, vs):
    def slope(point, v):
        gradient = jax.lax.stop_gradient(jax.grad(f)(point))
        return gradient @ v

    return jax.vmap(jax.grad(slope), in_axes=(None, 0))(x, vs)
