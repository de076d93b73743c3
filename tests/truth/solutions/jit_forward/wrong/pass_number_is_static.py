"""Passes the number of the pass as a static argument, so each pass is traced.
Class: retrace
Why: "Make one function of `(model, x)`", and "JAX traces your function at most once per call of `jit_forward`".
"""

import functools

from flax import nnx


@functools.partial(nnx.jit, static_argnames="number")
def forward(model, x, number):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for i in range(int(num_calls)):
        out = forward(model, x, number=i)
    return out.reshape(-1)
