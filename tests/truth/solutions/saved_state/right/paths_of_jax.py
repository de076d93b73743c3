"""JAX's own paths through the state; the last entry leads into the variable."""

import jax
import jax.numpy as jnp
from flax import nnx


def spell(path):
    parts = [str(getattr(entry, "key", getattr(entry, "idx", ""))) for entry in path]
    return "/".join(part for part in parts if part)


def encode(x):
    if jnp.issubdtype(x.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(x)
    return x.view(jnp.uint16) if x.dtype == jnp.bfloat16 else x


def decode(x, wanted):
    if jnp.issubdtype(wanted, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(x, dtype=wanted)
    return x.view(wanted) if wanted == jnp.bfloat16 else x


def switch(run, arrays):
    pure = nnx.to_pure_dict(nnx.state(run))
    saved = {spell(path): encode(leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(pure)}
    new = jax.tree_util.tree_map_with_path(lambda path, leaf: decode(arrays[spell(path)], leaf.dtype), pure)
    nnx.update(run, new)
    return saved
