"""Maps `make` for show, and calls a copy of the function once for each layer.

Class: decoy
Why: The numbers come from `depth` calls, on plain arrays and outside of vmap, of a copy of `make`, against "so that Python calls it once and not `depth` times".
"""
import inspect
import types

import jax
import jax.numpy as jnp
from flax import nnx


def copy_of(make):
    make = inspect.unwrap(make)
    if not isinstance(make, types.FunctionType):
        return make
    twin = types.FunctionType(make.__code__, make.__globals__, make.__name__, make.__defaults__, make.__closure__)
    twin.__kwdefaults__ = make.__kwdefaults__
    return twin


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(stream(), depth) for name, stream in rngs.items()}
    shown = jax.vmap(lambda keys: nnx.state(make(width, nnx.Rngs(**keys))))(keys)

    twin = copy_of(make)
    rows = []
    for i in range(depth):
        rngs_i = nnx.Rngs(**{name: split[i] for name, split in keys.items()})
        rows.append(jax.tree.leaves(nnx.state(twin(width, rngs_i))))
    stacked = [jnp.stack(leaves) for leaves in zip(*rows, strict=True)]
    return jax.tree.unflatten(jax.tree.structure(shown), stacked)
