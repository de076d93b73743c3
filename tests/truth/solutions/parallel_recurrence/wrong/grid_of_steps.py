"""No scan and no while is written, but a Pallas kernel has a grid with a step for each step, one after the other.
Breaks: "in about log N rounds of parallel work, instead of N steps one after the other".
Class: decoy
"""
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def one_step(decay_ref, drive_ref, states_ref):
    t = pl.program_id(0)
    before = states_ref[pl.ds(jnp.maximum(t - 1, 0), 1), :]
    before = jnp.where(t == 0, 0.0, before)
    here = pl.ds(t, 1)
    states_ref[here, :] = decay_ref[here, :] * before + drive_ref[here, :]


@jax.jit
def recurrence(decay, drive):
    out = jax.ShapeDtypeStruct(decay.shape, jnp.float32)
    return pl.pallas_call(one_step, out, grid=(decay.shape[0],), interpret=True)(decay, drive)
