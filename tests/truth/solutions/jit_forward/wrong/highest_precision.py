"""Asks the layer for products of the highest precision, to be on the safe side on accelerators.

Class: defaults
Why: "everything else at its default": the layer's precision isn't None, though the numbers on a CPU are the same.
"""
import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(
        x.shape[-1],
        int(features),
        precision=jax.lax.Precision.HIGHEST,
        rngs=nnx.Rngs(int(seed)),
    )
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
