"""Checks that repeat the calls under JAX's own guards."""

from __future__ import annotations

from pydantic import Field

from grader.package.specs.base import Strict


class LeaksSpec(Strict):
    """No traced value may outlive its trace, in a global, a list or an attribute.

    The calls are repeated in a fresh import under `jax.check_tracer_leaks`. jax 0.10 doesn't detect leaks from a
    gradient's trace.
    """


class NansSpec(Strict):
    """No operation may make a NaN, not even one that is masked afterwards, because it reappears in the gradient.

    Each operation is examined separately, even in jitted functions, where `jax.debug_nans` sees only the results. In
    loops, the first 16 steps are examined. If JAX can't trace the entry point, the calls are repeated under
    `jax.debug_nans`.
    """

    infinities: bool = Field(default=False, description="whether infinities are refused too")


class PromotionSpec(Strict):
    """No operation may mix arrays of different dtypes or different ranks, which JAX promotes silently.

    The calls are repeated in a fresh import with `jax_numpy_dtype_promotion="strict"`, and again with
    `jax_numpy_rank_promotion="raise"`. A submission may not change these settings itself. A Python number may be
    combined with arrays that can hold it, and a scalar with arrays of any rank. Operations in a library's own lines
    don't count.

    No setting of JAX forbids a product of two arrays of different dtypes: `lax.dot_general` takes them, and so does
    `jnp.matmul` if it is given a `preferred_element_type`. They are searched for in the program, if JAX can trace the
    calls. Those in a backward pass don't count, as JAX makes some itself.
    """

    dtype: bool = Field(default=True, description="whether mixed dtypes are refused")
    rank: bool = Field(default=True, description="whether mixed ranks are refused")
