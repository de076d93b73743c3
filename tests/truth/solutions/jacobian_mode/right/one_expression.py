"""Chooses the mode in one conditional expression."""

from jax import eval_shape, jacfwd, jacrev

jacobian = lambda f, x: (jacrev if eval_shape(f, x).size < x.size else jacfwd)(f)(x)
