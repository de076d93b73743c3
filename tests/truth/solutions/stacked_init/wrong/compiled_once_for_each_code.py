"""Keeps a compiled constructor for the code and the width of each `make`.

Class: retrace
Why: two functions `make` from one factory have the same code and other values around them (another layer class, another initializer); the second one is never called, and its layers are those of the first.
"""

import jax
from flax import nnx

_constructors = {}


def _constructor(make, width):
    name = getattr(make, "__code__", make), width
    if name not in _constructors:

        def create(keys):
            return nnx.state(make(width, nnx.Rngs(**keys)))

        _constructors[name] = jax.jit(jax.vmap(create))
    return _constructors[name]


def make_layers(make, width, depth, rngs):
    keys = {name: jax.random.split(rngs[name](), depth) for name in rngs}
    return _constructor(make, width)(keys)
