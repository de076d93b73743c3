import jax

shape_of = lambda f, x: jax.eval_shape(f, x).shape


@jax.jit
def same(x):
    return x


def jacobian(f, x, *, forward=jax.jacfwd, backward=jax.jacrev):
    inner = jax.jit(f)
    (m,) = shape_of(inner, x)
    chosen = {True: forward, False: backward}[m >= x.size]
    return jax.jit(chosen(inner))(same(x))
