import jax
import jax.numpy as jnp
from flax import nnx

wrap, unwrap = jax.random.wrap_key_data, jax.random.key_data


def kind(array):
    if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
        return "key"
    return "half" if array.dtype == jnp.bfloat16 else "plain"


OUT = {"key": unwrap, "half": lambda array: array.view(jnp.uint16), "plain": lambda array: array}
IN = {"key": wrap, "half": lambda array: array.view(jnp.bfloat16), "plain": lambda array: array}


def switch(run, arrays):
    flat = [("/".join(map(str, path)), path, v[...]) for path, v in nnx.to_flat_state(nnx.state(run))]
    new = [(path, IN[kind(array)](arrays[name])) for name, path, array in flat]
    nnx.update(run, nnx.from_flat_state(new))
    return {name: OUT[kind(array)](array) for name, _, array in flat}
