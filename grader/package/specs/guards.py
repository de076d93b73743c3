"""Checks by JAX's own guards, under which the calls are made once more."""

from __future__ import annotations

from pydantic import Field

from grader.package.specs.base import Strict


class LeaksSpec(Strict):
    """No traced value may outlive its trace, in a global, a list or an attribute.

    The calls are made once more in a fresh import under `jax.check_tracer_leaks`. With jax 0.10 what is kept
    of a gradient's trace goes unseen.
    """


class NansSpec(Strict):
    """No operation may make a NaN, not even one that is masked afterwards: it comes back in the gradient.

    Each operation is looked at by itself, also in functions under jit, where `jax.debug_nans` sees only what comes out.
    In loops the first 16 steps of a scan are looked at. Where JAX can't trace the entry point the calls are made once
    more under `jax.debug_nans`.
    """

    infinities: bool = Field(default=False, description="whether infinities are refused, too")


class PromotionSpec(Strict):
    """No operation may mix arrays of different dtypes, or of different ranks: both are widened without a word.

    The calls are made once more in a fresh import with `jax_numpy_dtype_promotion="strict"`, and again with
    `jax_numpy_rank_promotion="raise"`. A Python number may stand beside arrays that can hold it, and a scalar
    beside arrays of any rank. What a library mixes in its own lines doesn't count.
    """

    dtype: bool = Field(default=True, description="whether mixed dtypes are refused")
    rank: bool = Field(default=True, description="whether mixed ranks are refused")
