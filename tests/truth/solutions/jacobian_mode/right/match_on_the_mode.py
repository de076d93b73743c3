"""Looks at the shapes by eval_shape, and matches on the cheaper mode."""

import jax
import jax.numpy as jnp
import enum


class Mode(enum.Enum):
    FORWARD = enum.auto()
    REVERSE = enum.auto()

    @classmethod
    def cheaper(cls, inputs: int, outputs: int) -> "Mode":
        return cls.FORWARD if inputs <= outputs else cls.REVERSE


def jacobian(f, x):
    (outputs,) = jax.eval_shape(f, x).shape
    match Mode.cheaper(x.size, outputs):
        case Mode.FORWARD:
            return jax.jacfwd(f)(x)
        case Mode.REVERSE:
            return jax.jacrev(f)(x)
