"""Gives the mode as a decorator-like higher-order function."""

import jax


def jac(f):
    def derivative(x):
        out = jax.eval_shape(f, x)
        cheaper = min((x.size, 0, jax.jacfwd), (out.size, 1, jax.jacrev))[-1]
        return cheaper(f)(x)

    return derivative


def jacobian(f, x):
    return jac(f)(x)
