from flax import nnx
from jax import lax, random


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(f"{entry}" for entry in path)
        match str(variable[...].dtype):
            case "key<fry>":
                saved[name] = random.key_data(variable[...])
                variable[...] = random.wrap_key_data(arrays[name], impl="threefry2x32")
            case "bfloat16":
                saved[name] = lax.bitcast_convert_type(variable[...], "uint16")
                variable[...] = lax.bitcast_convert_type(arrays[name], "bfloat16")
            case _:
                saved[name] = variable[...]
                variable[...] = arrays[name]
    return saved
