import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    structure = None

    def create(row):
        nonlocal structure
        structure, state = nnx.split(make(width, nnx.Rngs(**row)))
        return state

    states = jax.vmap(create)(keys)
    return nnx.merge(structure, states)
