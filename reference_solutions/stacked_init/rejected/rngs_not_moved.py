import jax
from flax import nnx


def make_layers(make, width, depth, rngs):
    copy = nnx.clone(rngs)
    keys = {name: jax.random.split(stream(), depth) for name, stream in copy.items()}
    return nnx.vmap(lambda keys: make(width, nnx.Rngs(**keys)))(keys)
