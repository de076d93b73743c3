import jax


def jacobian(f, x):
    closed = jax.make_jaxpr(f)(x)
    g = jax.core.jaxpr_as_fun(closed) if hasattr(jax.core, "jaxpr_as_fun") else (lambda x: (f(x),))
    m = closed.out_avals[0].shape[0]
    one = lambda x: g(x)[0]
    return (jax.jacrev if m < x.size else jax.jacfwd)(one)(x)
