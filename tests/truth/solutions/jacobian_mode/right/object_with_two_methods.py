"""Puts the two modes into the methods of a class."""

import dataclasses
from typing import Callable

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Differentiator:
    f: Callable
    n: int
    m: int

    @classmethod
    def of(cls, f, x):
        return cls(f, x.shape[0], jax.eval_shape(f, x).shape[0])

    def forward(self, x):
        return jax.jacfwd(self.f)(x)

    def reverse(self, x):
        return jax.jacrev(self.f)(x)

    def __call__(self, x):
        return self.reverse(x) if self.m < self.n else self.forward(x)


def jacobian(f, x):
    return Differentiator.of(f, x)(x)
