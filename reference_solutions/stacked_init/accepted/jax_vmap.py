"""`jax.vmap` over keys: states come out, and a graphdef that is kept while JAX traces."""

import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    names = [name for name, _ in rngs.items()]
    keys = [jax.random.split(rngs[name](), depth) for name in names]
    graphdefs = []

    def create(*row):
        layer = make(width, nnx.Rngs(**dict(zip(names, row))))
        graphdef, state = nnx.split(layer)
        graphdefs.append(graphdef)
        return state

    states = jax.vmap(create)(*keys)
    return nnx.merge(graphdefs[0], states)
