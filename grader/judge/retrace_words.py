"""The words of `grader.judge.retrace`: a sentence for each cause of a trace, and a hint on what to change."""

from __future__ import annotations

import re
from typing import Final

WORDS: Final[dict[str, tuple[str, str]]] = {
    "shape": (
        "{argument} was {before} before and is {now} now",
        "the shape of {argument} changed",
    ),
    "scalar": (
        "{argument} was {before} before and is {now} now: a Python number has no axes, and is weakly typed",
        "{argument} is a Python number in one call and an array in another",
    ),
    "dtype": (
        "{argument} was {before} before and is {now} now",
        "the dtype of {argument} changed",
    ),
    "weak_type": (
        "{argument} was {before} before and is {now} now: what comes from a Python number stays weak, even as an array",
        "{argument} comes from a Python number in one call and not in another",
    ),
    "placement": (
        "{argument} is on different devices from before: {before}, now {now}",
        "{argument} is on different devices from before",
    ),
    "static_value": (
        "the static argument {argument} was {before} before and is {now} now",
        "the static argument {argument} has a different value",
    ),
    "static_identity": (
        "",
        "the static argument {argument} is or holds a new object that is compared by identity, so it equals no other",
    ),
    "static_function": (
        "",
        "a new function is passed in the static argument {argument}, and a function equals only itself",
    ),
    "static_traced": (
        "{argument} was {before} before and is {now} now: static in one call and traced in another",
        "{argument} is static in one call and traced in another",
    ),
    "aux_value": (
        "the auxiliary data of {argument} was {before} before and is {now} now",
        "the auxiliary data of {argument} changed",
    ),
    "aux_order": (
        "the auxiliary data of {argument} was {before} before and is {now} now: the same items in a different order",
        "the auxiliary data of {argument} holds the same items in a different order",
    ),
    "aux_identity": (
        "",
        "the auxiliary data of {argument} is a new object that compares by identity, so it equals no other",
    ),
    "attribute": (
        "{argument} was {before} before and is {now} now, and everything that isn't an array is part of the cache key",
        "something in {argument} that isn't an array changed, and it is part of the cache key",
    ),
    "module_changed": (
        "",
        "the structure of the module {argument} changed: its graphdef is part of the cache key",
    ),
    "structure": (
        "{argument} was {before} before and is {now} now, a different pytree structure",
        "{argument} has a different pytree structure",
    ),
    "keys": (
        "{argument} has different keys from before (added or removed: {now})",
        "{argument} has different keys from before",
    ),
    "positional_keyword": (
        "",
        "{argument} was passed by position in one call and by name in another, and JAX's cache tells these apart",
    ),
    "keyword_given": (
        "",
        "{argument} was passed in one call and left to its default in another, and JAX's cache tells these apart",
    ),
    "argument_count": (
        "the number of arguments passed by position was {before} before and is {now} now",
        "the number of arguments passed by position changed",
    ),
    "new_function": (
        "",
        "line {line} makes a new function for JAX to trace, and a new function has an empty cache",
    ),
    "eager_loop": (
        "",
        "line {line} runs `lax.{function}` outside any jitted function{also}, where each new function is traced",
    ),
    "another_function": (
        "",
        "`{function}` had not been traced before: each jitted function has a cache of its own",
    ),
    "cache_cleared": (
        "",
        "JAX has forgotten `{function}`, which it had traced before: the cache was cleared",
    ),
    "configuration": (
        "the setting {argument} of JAX was {before} before and is {now} now",
        "a setting of JAX differs from the call before",
    ),
    "unknown": (
        "",
        "something in the cache key differs, and JAX doesn't say what",
    ),
}
"""By code: the sentence with values, and one without them, for hidden cases and for when there are none."""

HINTS: Final[dict[str, str]] = {
    "shape": "Each shape has a program of its own: keep to one shape, or pad to a few.",
    "scalar": "Give it the array's shape and dtype before the call, for instance by `jnp.full_like(array, number)`.",
    "dtype": "Convert {argument} to one dtype before the call.",
    "weak_type": "Name the dtype, as in `jnp.asarray(number, jnp.float32)`: that makes it strong.",
    "placement": "Put the array where it belongs once, before the calls.",
    "static_value": "Each value of a static argument has a program of its own: if it sets no shape, pass it traced.",
    "static_identity": "Register the class as a pytree and pass it as an ordinary argument, or give it `__eq__` and "
    "`__hash__` that go by value.",
    "static_function": "Make the function, or the object that it belongs to, once at the top of the file, and pass "
    "what changes from call to call as an ordinary argument.",
    "static_traced": "Pass it in the same way each time.",
    "aux_value": "Only what has to be known while tracing belongs there; make the rest a child, that is, a leaf.",
    "aux_order": "Put it in one order, for instance by `sorted`, or use a `frozenset`.",
    "aux_identity": "Auxiliary data is compared by `==`: put plain values there, such as numbers, strings and tuples, "
    "or functions that are made once.",
    "attribute": "Keep what changes from call to call in an array or an `nnx.Variable`.",
    "module_changed": "Keep what changes from call to call in an `nnx.Variable`, add nothing to the module, and "
    "make the functions and objects that it holds only once.",
    "structure": "Pass the same containers with the same number of entries each time, or jit what is done with one.",
    "keys": "Pass a dict with the same keys each time.",
    "positional_keyword": "Pass it in the same way each time.",
    "keyword_given": "Pass it in the same way each time.",
    "argument_count": "Pass the same number of arguments each time, those with a default too.",
    "new_function": "Define the function and wrap it once, outside of what is called again and again.",
    "eager_loop": "Call it in a function under {wrapper}.",
    "another_function": "If it does the same work as another one, wrap that work once and call the wrapped function.",
    "cache_cleared": "Don't clear it, either by `clear_cache()` or by "
    "`jax.clear_caches()`: give the function what changes as arguments, and it needs no other program.",
    "configuration": "Set it once, before the first call.",
    "unknown": "Make the calls with the same kinds of arguments, and wrap the function once.",
}

ALSO: Final = {
    "scan": " (`lax.fori_loop` and `lax.map` run it, too)",
    "cond": " (`lax.switch` runs it, too)",
}
"""By the name of control flow: which other functions run it, in parentheses."""

_NAMES: Final = {
    "f": "float",
    "i": "int",
    "u": "uint",
    "c": "complex",
    "bf": "bfloat",
}
_TYPE: Final = re.compile(r"(?P<kind>bf|[fiuc])(?P<bits>\d+)\[")


def type_in_words(text: str) -> str:
    """Return an abstract value in one notation, given as it is in JAX's log or in our own evidence.

    `f32[3]{weak_type=False}` and `float32[3]` are `float32[3]`; `i32[]{weak_type=True}` and `int32[] weak` are
    `weak int32[]`.
    """
    weak = "weak_type=True" in text or text.endswith(" weak")
    text = re.sub(r"\{weak_type=\w+\}|\(\{\}\)", "", text).removesuffix(" weak")
    match = _TYPE.match(text)
    if match is not None:
        text = f"{_NAMES[match['kind']]}{match['bits']}[{text[match.end() :]}"
    return f"weak {text}" if weak else text
