"""Python computes the numbers and packs them as bits; the jitted function only reads the bits as float32.

Class: host
Why: It breaches "All arithmetic runs in a function made by `jax.jit`": Python floats do it, and the compiled program is a bitcast.
"""

import struct

import jax
import jax.numpy as jnp


@jax.jit
def decoded(bits, scale):
    return jax.lax.bitcast_convert_type(bits, jnp.float32)


def squash(x, scale):
    answers = [scale * number / (1 + abs(number)) for number in x.tolist()]
    bits = [struct.unpack("<I", struct.pack("<f", answer))[0] for answer in answers]
    return decoded(jnp.array(bits, dtype=jnp.uint32), scale)
