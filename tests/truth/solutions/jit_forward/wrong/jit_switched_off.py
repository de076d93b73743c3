"""Calls a function made by nnx.jit as often as asked, with jit switched off by a context manager, which is easier to debug.

Class: half_eager
Why: "All floating-point arithmetic runs in a function made by nnx.jit": under jax.disable_jit the layer runs eagerly in each call.
"""
import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    with jax.disable_jit():
        for _ in range(int(num_calls)):
            out = forward(model, x)
    return out
