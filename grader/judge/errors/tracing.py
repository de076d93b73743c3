"""Rules for exceptions raised while JAX traces."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import (
    AUX,
    CONDITIONS,
    DONATION,
    INDICES,
    KEYS,
    KNOWN,
    LEAKS,
    LEAVES,
    MASKS,
    NO_GRADIENT,
    NUMPY,
    REUSE,
    SELECTION,
    STATIC,
    STREAMS,
    Rule,
)

_OF_ARGUMENT: Final = r"(?:depends on the values? of the arguments? (?P<detail>[\w, ]{1,80})|\Z)"
"""The end of JAX's sentence about a traced value; the detail is the argument it comes from."""

_PLAIN: Final = (
    r"(?:str|bytes|function|method|builtin_function_or_method|type|NoneType|module|range|slice|ellipsis"
    r"|functools\.partial|[\w.]+\.(?:PjitFunction|custom_jvp|custom_vjp)|[\w.]+Meta|numpy\.dtypes\.\w+)"
)
"""Python's own types that can't become arrays. A class of the learner's would be registered as a pytree instead."""

_SERIES: Final = r"(?:set|frozenset|generator|map|filter|zip|enumerate|reversed|dict_keys|dict_values|dict_items)"
"""Python's own types of what can be looped over, into which JAX doesn't look."""

_REFUSED: Final = r"(?:not a valid JAX (?:array )?type|Cannot interpret value of type|as an abstract array)"
"""Words of JAX's sentences about a value that it can't take."""

_CALLS_ONLY: Final = (
    r"\A(?!.*(?:\b(?:if|and|or|not|in|bool|heapq|bisect|functools|tree_map|in_axes)\b|\btree\.|[<>]|[=!]=|\.(?:index|count|remove|sort)\(|"
    r"(?<!\w\.)\b(?:min|max|sorted|any|all|filter|reduce)\())"
    r"(?:return |[\w., ]+ = )[^()]*\w\(.*[)\]]\s*(?:#.*)?\Z"
)
"""A statement on one line that calls something, and in which Python itself doesn't ask whether anything is true."""

TRACING: Final = [
    Rule(
        "error.not_a_pytree",
        ("TypeError",),
        rf"(?s)\A(?=.*{_REFUSED}).*type '?<class '(?P<detail>{_PLAIN})'>",
        "JAX was given a value that isn't an array and contains none{detail}. It can't be traced or returned: make it "
        "static, as a static argument or, in a pytree of yours, as auxiliary data; or keep it out of what JAX sees.",
        LEAVES,
    ),
    Rule(
        "error.not_a_pytree",
        ("TypeError",),
        rf"(?s)\A(?=.*{_REFUSED}).*type '?<class '(?P<detail>{_SERIES})'>",
        "JAX doesn't look into a value of this type{detail}. Make a list, a tuple or an array of it first.",
        LEAVES,
    ),
    Rule(
        "error.not_a_pytree",
        ("TypeError",),
        rf"not a valid JAX array type|(?s:\A(?=.*{_REFUSED}).*type '?<class 'numpy\.)",
        "JAX has arrays of numbers and booleans only, and was given something else to make one of, such as text, dates "
        "or objects. Convert it to numbers first.",
    ),
    Rule(
        "error.not_a_pytree",
        ("TypeError",),
        r"not a valid JAX type|Cannot interpret value of type|Error interpreting argument to .* as an abstract array",
        "JAX was given an object whose parts it can't see: its class is not registered as a pytree. Register the "
        "class.",
        LEAVES,
    ),
    Rule(
        "error.tracer_shape",
        ("ValueError", "TypeError"),
        r"(?s)Non-hashable static arguments.*unhashable type: '[\w.]*Tracer'|"
        r"parameters to jaxpr equations must have __hash__.*Tracer\(",
        "A traced value was given for a static argument, such as a size or an axis, which must be known while JAX "
        "traces. If it is a setting, make it static in the outer function, too, by `static_argnames`; if it is data, "
        "the inner function must take it as an ordinary argument.",
        KNOWN,
    ),
    Rule(
        "error.static_unhashable",
        ("ValueError", "TypeError"),
        r"Non-hashable static arguments",
        "A static argument can't be hashed, as arrays, lists and dicts can't. Pass it as an ordinary argument; only "
        "plain values, such as an int that sets a shape or a tuple of ints, should be static.",
        STATIC,
    ),
    Rule(
        "error.array_in_aux",
        ("ValueError", "TypeError", "TracerBoolConversionError"),
        r"(?i)checking equality of metadata fields|(?:cache keys|static arguments) should be comparable",
        "JAX compared auxiliary data of a pytree, or a static argument, that holds an array. Both are compared by `==` "
        "and `hash`; arrays belong among the children, or among the ordinary arguments.",
        AUX,
    ),
    Rule(
        "error.tracer_bool",
        ("ValueError",),
        r"(?i)truth value of an (?:empty )?array",
        "By `if`, `while`, `and`, `or`, `max`, `in` or the like, Python asked an array that isn't a single number "
        "whether it is true. Use `jnp.where`, or `.any()` or `.all()` outside of traced code. Auxiliary data of a "
        "pytree is compared by `==`, which asks the same: keep arrays out of it, among the children.",
        CONDITIONS,
    ),
    Rule(
        "error.float_shape",
        ("TypeError",),
        r"Shapes must be 1D sequences of concrete values of integer type, got \((?P<detail>[\d., ]+)\)",
        "A shape is made of ints, but this one has a number that isn't an int{detail}. Use `int(…)` on it first.",
    ),
    Rule(
        "error.data_dependent_shape",
        ("ConcretizationTypeError",),
        r"The size argument of (?P<detail>[\w.]+)",
        "The shape of this result depends on values, which are not known while tracing{detail}. Give its number of "
        "elements with `size=`, or use the form of `jnp.where` with three arguments.",
        SELECTION,
    ),
    Rule(
        "error.dynamic_slice",
        ("IndexError",),
        "static start/stop/step|Slice entries must be static",
        "A slice has a traced bound, so its length is not known while tracing. Make the bound static, slice outside of "
        "the jitted function, or use a mask with `jnp.where`, or `jax.lax.dynamic_slice` with a fixed length.",
    ),
    Rule(
        "error.boolean_mask",
        ("NonConcreteBooleanIndexError",),
        "",
        "Indexing by a traced mask gives a result whose shape depends on values. Keep the shape with `jnp.where(mask, "
        "x, 0)`.",
        MASKS,
    ),
    Rule(
        "error.tracer_shape",
        ("ConcretizationTypeError",),
        "you can specify a concrete value for the size argument",
        "The shape of this result depends on values, which are not known while tracing. Give its number of elements "
        "with `size=`.",
        SELECTION,
    ),
    Rule(
        "error.tracer_number",
        ("ConcretizationTypeError",),
        r"(?s)(?:`float`|`complex`|item\(\) method|tolist\(\) method).*?" + _OF_ARGUMENT,
        "`float`, `complex`, `.item()` or `.tolist()` asked a traced value for its number{detail}. While JAX traces "
        "there is none: keep the array and go on with `jnp`, or convert after the jitted call.",
        KNOWN,
    ),
    Rule(
        "error.tracer_shape",
        ("TracerIntegerConversionError",),
        r"(?s).*?" + _OF_ARGUMENT,
        "A list, `range` or an axis needs a whole number that is known while tracing, and was given a traced "
        "value{detail}. For data, index an array instead of a list, or use `jax.lax.switch` or `jax.lax.fori_loop`; "
        "make a setting static by `static_argnames`.",
        INDICES,
    ),
    Rule(
        "error.tracer_shape",
        ("TypeError", "ConcretizationTypeError"),
        r"(?is)(?:shapes must be 1D sequences.*(?:tracer|traced)|abstract tracer value).*?" + _OF_ARGUMENT,
        "A traced value was used where JAX needs a number that is known while tracing, such as a shape or a "
        "length{detail}. Make that value static: by `static_argnames`, or in a pytree as auxiliary data.",
        KNOWN,
    ),
    Rule(
        "error.nondiff_traced",
        ("UnexpectedTracerError",),
        r"(?:indicated by|marked with) nondiff_argnums",
        "A `custom_vjp` function was given a traced value in a position that its `nondiff_argnums` names, where the "
        "value must be known while tracing. Take the position out of `nondiff_argnums`, and let the backward "
        "function return `None` or a gradient for it as well; or, if it is a setting, make it static where you use "
        "`jax.jit`.",
        NO_GRADIENT,
    ),
    Rule(
        "error.trace_leak",
        ("UnexpectedTracerError",),
        "unexpected tracer",
        "A value from inside a traced function was kept, in a list, an attribute or a global, and used after the trace "
        "had ended. Return it instead.",
        LEAKS,
    ),
    Rule(
        "error.tracer_bool",
        ("TracerBoolConversionError",),
        r"(?s).*?" + _OF_ARGUMENT,
        "A function called in this line must know the value of an argument, such as a size or a switch, and was given "
        "a traced value{detail}. While JAX traces it has no value: make it static by `static_argnames`, or in a pytree "
        "as auxiliary data.",
        KNOWN,
        line=_CALLS_ONLY,
    ),
    Rule(
        "error.tracer_bool",
        ("TracerBoolConversionError",),
        "",
        "Python asked a traced value whether it is true, probably by the `==` with which JAX compares auxiliary data. "
        "Keep arrays out of a pytree's auxiliary data: they belong among its children.",
        LEAVES,
        line=r"\btree\.|\btree_map\b|\bin_axes\b",
    ),
    Rule(
        "error.tracer_bool",
        ("TracerBoolConversionError",),
        r"(?s).*?" + _OF_ARGUMENT,
        "By `if`, `while`, `and`, `or`, `not`, `max` or the like, Python asked a traced value whether it is "
        "true{detail}. While JAX traces it has no value: use `jnp.where` or `jax.lax.cond`, and for a loop "
        "`jax.lax.while_loop`.",
        CONDITIONS,
    ),
    Rule(
        "error.tracer_numpy",
        ("TracerArrayConversionError",),
        r"(?s).*?" + _OF_ARGUMENT,
        "NumPy was given a traced value, and has no way to trace{detail}. Use `jnp` instead of `np` there.",
        NUMPY,
    ),
    Rule(
        "error.key_reuse",
        ("KeyReuseError",),
        "",
        "A random key was used twice, so what was drawn isn't independent. Make new keys with `jax.random.split`.",
        REUSE,
    ),
    Rule(
        "error.not_a_key",
        ("ValueError",),
        "accepts a single key, but was given a key array",
        "A function of `jax.random` takes one key, and was given an array of keys. Take one by an index, or draw for "
        "each key by `jax.vmap`.",
        REUSE,
    ),
    Rule(
        "error.not_a_key",
        ("TypeError",),
        r"unexpected PRNG key type <class 'flax\.nnx",
        "A function of `jax.random` takes a key, and was given a stream of `nnx.Rngs`. Call the stream for its next "
        "key, as in `rngs.params()`.",
        STREAMS,
    ),
    Rule(
        "error.not_a_key",
        ("TypeError", "ValueError"),
        "invalid PRNG key data|unexpected PRNG key type|must be called with a key",
        "A function of `jax.random` takes a key, and was given something else. Make one with `jax.random.key(seed)`.",
        KEYS,
    ),
    Rule(
        "error.donated",
        ("RuntimeError", "ValueError", "JaxRuntimeError"),
        r"(?:Array|[Bb]uffer) has been deleted|deleted or donated buffer",
        "An array was used after its memory had been given away: it was deleted, or donated with `donate_argnums`. Use "
        "the result of that call instead, or don't donate.",
        DONATION,
    ),
]
"""Rules about tracing."""
