"""A class that knows the format."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


class Store:
    def __init__(self, run):
        self.variables = {}
        for path, node in nnx.iter_graph(run):
            if isinstance(node, nnx.Variable):
                self.variables["/".join(map(str, path))] = node

    def save(self):
        return {name: self.to_plain(variable[...]) for name, variable in self.variables.items()}

    def load(self, arrays):
        for name, variable in self.variables.items():
            variable[...] = self.from_plain(arrays[name], variable[...].dtype)

    @staticmethod
    def to_plain(array):
        if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
            return np.asarray(jax.random.key_data(array))
        host = np.asarray(array)
        return host.view(np.uint16) if host.dtype.name == "bfloat16" else host

    @staticmethod
    def from_plain(array, dtype):
        if jnp.issubdtype(dtype, jax.dtypes.prng_key):
            return jax.random.wrap_key_data(array)
        return array.view(dtype) if dtype.name == "bfloat16" else array


def switch(run, arrays):
    store = Store(run)
    saved = store.save()
    store.load(arrays)
    return saved
