"""Exceptions that look like those of another rule, for `test_explain.py`."""

from __future__ import annotations

NONE = "A value is None where something else is needed"
ALIKE = {
    "if of an array": (
        "ValueError",
        "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
        "error.tracer_bool",
        "By `if`, `while`",
    ),
    "if of an empty array": (
        "ValueError",
        "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.",
        "error.tracer_bool",
        "By `if`, `while`",
    ),
    "an array in a static argument": (
        "ValueError",
        "static arguments should be comparable using __eq__. […] The truth value of an array",
        "error.array_in_aux",
        "or a static argument, that holds an array",
    ),
    "a list and a new axis": (
        "TypeError",
        "list indices must be integers or slices, not NoneType",
        "error.exception",
        "A list or a tuple is indexed like an array.",
    ),
    "a tuple and two axes": (
        "TypeError",
        "tuple indices must be integers or slices, not tuple",
        "error.exception",
        "A list or a tuple is indexed like an array.",
    ),
    "an array as a key": (
        "TypeError",
        "unhashable type: 'jaxlib._jax.ArrayImpl'",
        "error.exception",
        "An array was hashed",
    ),
    "a tracer as a key": ("TypeError", "unhashable type: 'DynamicJaxprTracer'", "error.exception", "An array was"),
    "a list as a key": ("TypeError", "unhashable type: 'list'", "error.exception", "`TypeError` was raised."),
    "few values": (
        "ValueError",
        "not enough values to unpack (expected 2, got 1)",
        "error.exception",
        "A line takes a value apart into more or fewer names than it has parts: (expected 2, got 1).",
    ),
    "many values": ("ValueError", "too many values to unpack (expected 2)", "error.exception", "A line takes a value"),
    "no values": ("TypeError", "cannot unpack non-iterable int object", "error.exception", "A line takes a value"),
    "range()": ("TypeError", "range expected at least 1 argument, got 0", "error.exception", "`TypeError` was raised."),
    "no function": ("TypeError", "Expected a callable value, got 3", "error.exception", "`TypeError` was raised."),
    "one's own words": ("ValueError", "Expected 2 arguments, got 3", "error.exception", "`ValueError` was raised."),
    "another container": ("ValueError", "Expected list, got (1, 2).", "error.tree_structure", "Two pytrees"),
    "few leaves": ("ValueError", "Too few leaves for PyTreeDef; expected 2, got 1", "error.tree_structure", "Two"),
    "None as an array": (
        "TypeError",
        "sin requires ndarray or scalar arguments, got <class 'NoneType'> at position 0.",
        "error.list_argument",
        NONE,
    ),
    "None's shape": ("AttributeError", "'NoneType' object has no attribute 'shape'", "error.attribute", NONE),
    "None as a size": (
        "TypeError",
        "'NoneType' object cannot be interpreted as an integer",
        "error.whole_number",
        NONE,
    ),
    "None for a pair": ("TypeError", "cannot unpack non-iterable NoneType object", "error.exception", NONE),
    "None in a sum": (
        "TypeError",
        "unsupported operand type(s) for +: 'jaxlib._jax.ArrayImpl' and 'NoneType'",
        "error.exception",
        NONE,
    ),
    "None as a float": (
        "TypeError",
        "float() argument must be a string or a real number, not 'NoneType'",
        "error.exception",
        NONE,
    ),
    "None as a loss": (
        "TypeError",
        "Gradient only defined for scalar-output functions. Output was None.",
        "error.grad_scalar",
        NONE,
    ),
    "None's entry": ("TypeError", "'NoneType' object does not support item assignment", "error.immutable", NONE),
    "a tuple's entry": (
        "TypeError",
        "'tuple' object does not support item assignment",
        "error.immutable",
        "Nothing can be assigned into a value of this type: tuple.",
    ),
    "a tuple as a size": (
        "TypeError",
        "'tuple' object cannot be interpreted as an integer",
        "error.whole_number",
        "take one entry of a tuple or list",
    ),
    "streams as an array": (
        "TypeError",
        "sin requires ndarray or scalar arguments, got <class 'flax.nnx.rnglib.Rngs'> at position 0.",
        "error.list_argument",
        "was given something else: flax.nnx.rnglib.Rngs. Compare",
    ),
    "many keys": (
        "ValueError",
        "normal accepts a single key, but was given a key array of shape (3,) != (). Use jax.vmap for batching.",
        "error.not_a_key",
        "was given an array of keys",
    ),
    "out_axes": (
        "ValueError",
        "at vmap out_axes, got axis spec None but output was batched on axis 0",
        "error.vmap_axes",
        "`out_axes` of `vmap` doesn't fit",
    ),
    "bounds of a loop": (
        "TypeError",
        "lower and upper arguments to fori_loop must have equal types, got float32 and int32",
        "error.exception",
        "`TypeError` was raised.",
    ),
    "a branch of one's own": ("TypeError", "my branch fun must have two sides", "error.exception", "`TypeError` was"),
    "text as an array": (
        "TypeError",
        "Value '['a']' with dtype <U1 is not a valid JAX array type. Only arrays of numeric types are supported.",
        "error.not_a_pytree",
        "JAX has arrays of numbers and booleans only",
    ),
    "text of NumPy": (
        "TypeError",
        (
            "function f at a.py:1 traced for jit returned a value of type <class 'numpy.ndarray'>, which is not a "
            "valid JAX type"
        ),
        "error.not_a_pytree",
        "JAX has arrays of numbers and booleans only",
    ),
    "a set": (
        "TypeError",
        (
            "Error interpreting argument to <function f at 0x7f> as an abstract array. The problematic value is of "
            "type <class 'set'> and was passed to the function at path x."
        ),
        "error.not_a_pytree",
        "JAX doesn't look into a value of this type: set. Make a list",
    ),
    "unique": (
        "ConcretizationTypeError",
        (
            "Abstract tracer value encountered where concrete value is expected: traced array with shape float32[3]\n"
            "To make jnp.unique() compatible with JIT, you can specify a concrete value for the size argument, which "
            "will determine the output size."
        ),
        "error.tracer_shape",
        "with `size=`",
    ),
    "a method in nnx.grad": (
        "ValueError",
        "nnx.grad does not support bound methods. Use the decorator form @nnx.grad",
        "error.bound_method",
        "a method bound to its module: nnx.grad. Give it",
    ),
}
"""Messages that look like those of another rule, each with the code and the beginning or a part of the sentence."""
