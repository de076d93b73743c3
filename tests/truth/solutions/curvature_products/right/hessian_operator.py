"""A class that looks like a matrix, with `@`."""

import jax


class Hessian:
    """The Hessian of f at x, which is never made."""

    def __init__(self, f, x):
        self.gradient, self._multiply = jax.linearize(jax.grad(f), x)

    @property
    def shape(self):
        return 2 * self.gradient.shape

    def __matmul__(self, columns):
        if columns.ndim == 1:
            return self._multiply(columns)
        return jax.vmap(self.__matmul__, in_axes=1, out_axes=1)(columns)


def curvature(f, x, vs):
    return (Hessian(f, x) @ vs.T).T
