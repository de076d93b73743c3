import jax
import jax.numpy as jnp
from flax import nnx


def make_layers(make, width, depth, rngs):
    graphdef, state = nnx.split(nnx.vmap(lambda r: make(width, r), axis_size=1)(rngs.split(1)))
    return nnx.merge(graphdef, jax.tree.map(lambda rows: jnp.repeat(rows, depth, axis=0), state))
