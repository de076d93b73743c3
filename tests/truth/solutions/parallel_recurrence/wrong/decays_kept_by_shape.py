"""Compiles one function for each shape, with the decays as constants in it.

Class: state
Why: a second call of the same shape with other decays still gets those of the first call.
"""

import jax

_programs = {}


def combine(earlier, later):
    return earlier[0] * later[0], later[0] * earlier[1] + later[1]


def recurrence(decay, drive):
    if isinstance(decay, jax.core.Tracer):
        return jax.lax.associative_scan(combine, (decay, drive))[1]
    if drive.shape not in _programs:
        _programs[drive.shape] = jax.jit(lambda drive: jax.lax.associative_scan(combine, (decay, drive))[1])
    return _programs[drive.shape](drive)
