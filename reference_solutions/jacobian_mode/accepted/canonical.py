import jax


def jacobian(f, x):
    (outputs,) = jax.eval_shape(f, x).shape
    if x.size <= outputs:
        return jax.jacfwd(f)(x)  # one pass for each input
    return jax.jacrev(f)(x)  # one pass for each output
