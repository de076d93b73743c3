import dataclasses
from typing import Any

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Plan:
    f: Any
    inputs: int
    outputs: int

    @classmethod
    def of(cls, f, x):
        shape = jax.eval_shape(f, jax.ShapeDtypeStruct(x.shape, x.dtype)).shape
        return cls(f=f, inputs=x.shape[0], outputs=shape[0])

    @property
    def is_tall(self):
        return self.outputs > self.inputs

    def forward(self, x):
        def column(v):
            return jax.jvp(self.f, (x,), (v,))[1]

        return jax.vmap(column)(jnp.eye(self.inputs)).T

    def reverse(self, x):
        pull = jax.vjp(self.f, x)[1]
        return jax.vmap(pull)(jnp.eye(self.outputs))[0]

    def __call__(self, x):
        return self.forward(x) if self.is_tall else self.reverse(x)


def jacobian(f, x):
    return Plan.of(f, x)(x)
