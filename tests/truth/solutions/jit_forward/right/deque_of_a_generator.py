"""A jitted function of the module, called by a generator whose last item a deque of length one keeps."""
from collections import deque
from itertools import repeat

import jax
from flax import nnx


@nnx.jit
def forward(model: nnx.Linear, x: jax.Array) -> jax.Array:
    return jax.lax.collapse(model(x), 0, 2)


def jit_forward(seed: float, x: jax.Array, features: float, num_calls: float) -> jax.Array:
    seed, features, num_calls = map(int, (seed, features, num_calls))
    model = nnx.Linear(x.shape[-1], features, rngs=nnx.Rngs(seed))
    outputs = (forward(model, same) for same in repeat(x, num_calls))
    (last,) = deque(outputs, maxlen=1)
    return last
