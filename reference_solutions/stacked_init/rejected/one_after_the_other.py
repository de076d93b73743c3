import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    layers = [make(width, rngs) for _ in range(depth)]
    graphdef, _ = nnx.split(layers[0])
    return nnx.merge(graphdef, jax.tree.map(lambda *rows: jnp.stack(rows), *map(nnx.state, layers)))
