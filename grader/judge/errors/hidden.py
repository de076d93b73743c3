"""What is said of an exception in a hidden case whose code several rules share.

Which of these rules fits depends on the exception's text, which a submission chooses: by different sentences it could
carry out more of a hidden case's values. So all exceptions of a code get one sentence and one lesson there, which is
true of all of them (`grader.judge.hidden` counts what a submission can carry out).
"""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import (
    AXES,
    CAPTURED,
    CONDITIONS,
    GRADIENTS,
    KEYS,
    KNOWN,
    LEAVES,
    UPDATES,
    Wording,
)

HIDDEN: Final[dict[str, Wording]] = {
    "error.not_implemented": Wording(
        "A part is still to be written, or JAX or another library can't do what is asked of it: NotImplementedError "
        "was raised."
    ),
    "error.list_argument": Wording(
        "A function of `jnp` takes arrays and numbers, and was given something else, such as a list, a tuple or None. "
        "Convert lists and tuples first with `jnp.asarray(…)`; a function without a `return` gives None."
    ),
    "error.attribute": Wording(
        "Something has no attribute of that name. Look for a typo, for a name that NumPy or PyTorch has and JAX spells "
        "differently, or for a value that is None because a function has no `return`."
    ),
    "error.whole_number": Wording(
        "A whole number is needed, as for `range` or a size, and something else was given, such as a float, a tuple or "
        "None. Use `int(…)` on a float or a single number; take one entry of a tuple or list."
    ),
    "error.immutable": Wording(
        "Something can't be changed in place, such as a JAX array or a tuple. Make a new one; for an array, "
        "`x = x.at[index].set(value)`, or `.add(value)`.",
        UPDATES,
    ),
    "error.grad_scalar": Wording(
        "`grad` needs a function with one scalar as result, or with a pair if `has_aux=True`, and this one returns "
        "something else. Reduce an array with `.sum()` or `.mean()`; return extra values with `has_aux=True`; a "
        "function without a `return` gives None.",
        GRADIENTS,
    ),
    "error.grad_int": Wording(
        "A derivative is taken with respect to what isn't a float, such as an int, a bool or a random key, and has "
        "none. Pass a float, or name another argument with `argnums`; for a model use `nnx.grad`, which takes its "
        "parameters alone.",
        GRADIENTS,
    ),
    "error.exception": Wording("An exception was raised."),
    "error.not_a_pytree": Wording(
        "JAX was given a value that is no array of numbers and whose parts it can't see. Register its class if it is "
        "yours; make a list, a tuple or an array of it; or keep it out of what JAX sees, as a static argument or as "
        "auxiliary data.",
        LEAVES,
    ),
    "error.tracer_bool": Wording(
        "By `if`, `while`, `and`, `or`, `not`, `max` or the like, Python asked a traced value, or an array that isn't "
        "a single number, whether it is true; or a function of a library asked for the value of a setting that is "
        "traced. Use `jnp.where` or `jax.lax.cond`, and for a loop `jax.lax.while_loop`; make a setting static; keep "
        "arrays out of auxiliary data of a pytree.",
        CONDITIONS,
    ),
    "error.tracer_shape": Wording(
        "A number is needed that is known while tracing, such as a shape, a length, an axis or an index of a list, and "
        "it is traced or depends on traced values. Make a setting static by `static_argnames`, or in a pytree as "
        "auxiliary data; give a number of elements with `size=`; for data, index an array instead of a list.",
        KNOWN,
    ),
    "error.not_a_key": Wording(
        "A function of `jax.random` takes one key, and was given something else, such as a seed, a stream of "
        "`nnx.Rngs` or an array of keys. Make one with `jax.random.key(seed)`; call a stream for its next key; take "
        "one of many by an index, or draw for each by `jax.vmap`.",
        KEYS,
    ),
    "error.vmap_axes": Wording(
        "`in_axes` of `vmap` doesn't fit the arguments, or `out_axes` the results: one entry for each, an axis, or "
        "`None` for what is not mapped.",
        AXES,
    ),
    "error.nnx_trace_level": Wording(
        "A module, or a variable of it, was changed in a traced function, or given to an NNX transform there, that "
        "only closes over it. Pass the module as an argument, and use NNX's own transforms, such as `nnx.jit`.",
        CAPTURED,
    ),
}
"""Each code that several rules with different words have, with what is said of it."""
