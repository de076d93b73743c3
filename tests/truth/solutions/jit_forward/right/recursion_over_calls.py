import jax
import jax.numpy as jnp
from flax import nnx


def jit_forward(seed: float, x: jax.Array, features: float, num_calls: float) -> jax.Array:
    """Run the layer int(num_calls) times; each level of the recursion makes one call."""
    layer = nnx.Linear(in_features=x.shape[-1], out_features=int(features), rngs=nnx.Rngs(int(seed)))
    compiled = nnx.jit(lambda model, x: jnp.reshape(model(x), -1))

    def again(calls: int) -> jax.Array:
        out = compiled(layer, x)
        return out if calls == 1 else again(calls - 1)

    return again(int(num_calls))
