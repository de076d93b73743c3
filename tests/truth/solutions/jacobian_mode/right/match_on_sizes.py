"""Structural pattern matching on the two sizes, with type hints."""

from collections.abc import Callable

import jax


def jacobian(f: Callable[[jax.Array], jax.Array], x: jax.Array) -> jax.Array:
    match x.shape, jax.eval_shape(f, x).shape:
        case (n,), (m,) if n > m:
            derive = jax.jacrev
        case (_,), (_,):
            derive = jax.jacfwd
        case inputs, outputs:
            raise ValueError(f"one axis each, not {inputs} and {outputs}")
    return derive(f)(x)
