"""Call the function made by nnx.jit as often as asked, and return what a plain jax.jit of a formula gives.

Class: decoy
Why: it breaches "Return the last output": all outputs of the function made by nnx.jit are thrown away, for any input.
"""

import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


@jax.jit
def formula(kernel, bias, x):
    return (x @ kernel + bias).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        forward(model, x)
    return formula(model.kernel[...], model.bias[...], x)
