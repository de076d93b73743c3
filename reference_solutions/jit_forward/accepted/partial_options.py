"""`functools.partial` gives the decorator options; here a static flag that chooses the output's shape."""

import functools

from flax import nnx


@functools.partial(nnx.jit, static_argnames=("flat",))
def forward(model, x, *, flat):
    out = model(x)
    return out.reshape(-1) if flat else out


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x, flat=True)
    return out
