"""Each step is one complex number, with the decay as its real part and the drive as the imaginary one."""
import jax
from jax import lax


def then(first, second):
    keep = lax.real(first) * lax.real(second)
    add = lax.imag(first) * lax.real(second) + lax.imag(second)
    return lax.complex(keep, add)


@jax.jit
def recurrence(decay, drive):
    return lax.imag(lax.associative_scan(then, lax.complex(decay, drive)))
