"""Rules for exceptions about JAX's transforms, control flow and Pallas kernels."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import (
    AXES,
    CARRY,
    CARRY_TYPE,
    CONDITIONS,
    GRADIENTS,
    KERNELS,
    LEAKS,
    PREFETCH,
    REVERSE,
    RULES,
    TRAINING,
    TREES,
    Rule,
)

_NO_FLOAT: Final = r"^(?:grad|value_and_grad|jacrev|jacfwd|vjp) requires real-(?: or complex-)?valued inputs"
"""The beginning of JAX's sentence about an argument that has no derivative."""

TRANSFORMS: Final = [
    Rule(
        "error.scan_carry",
        ("TypeError",),
        r"scan body function carry input and carry output must have (?:equal types|the same)",
        "The carry must come out of the step of a `lax.scan` with the same structure, dtype and shape that it goes in "
        "with. (A `lax.fori_loop` with fixed bounds becomes a `scan`.) Start from the final dtype, such as "
        "`jnp.float32(0)`, or cast inside the step.",
        CARRY_TYPE,
    ),
    Rule(
        "error.scan_pair",
        ("TypeError",),
        "scan body output must be a pair",
        "The step of `lax.scan` must return a pair: the next carry, and what to stack (`None` for nothing).",
        CARRY,
    ),
    Rule(
        "error.scan_lengths",
        ("ValueError",),
        r"scan got (?:values with different leading axis sizes: (?P<detail>[\d, ]+)|`length`)",
        "What `lax.scan` runs over must have one length along the first axis{detail}; and `length`, if you give it, "
        "must be that length.",
        CARRY,
    ),
    Rule(
        "error.cond_branches",
        ("TypeError",),
        r"^(?:\w+ )?branch(?: outputs|es) must have",
        "The branches of a condition must return the same structure, dtypes and shapes. Cast or reshape in one of "
        "them.",
    ),
    Rule(
        "error.exception",
        ("TypeError",),
        r"^(?:Pred must be a scalar|Pred type must be|Branch index must be|Index type must be)",
        "`lax.cond` takes one boolean, and `lax.switch` one integer: each runs one branch for the whole. To choose for "
        "each entry of an array, use `jnp.where`, or `jax.vmap` of a function of one entry.",
        CONDITIONS,
    ),
    Rule(
        "error.while_condition",
        ("TypeError",),
        "cond_fun must return a boolean scalar",
        "The condition of `lax.while_loop` must return one boolean, such as `i < n`.",
    ),
    Rule(
        "error.while_carry",
        ("TypeError",),
        r"while_loop body function carry input and carry output must|body_fun output and input",
        "The value that a loop carries must come out of the body with the same structure, dtype and shape that it goes "
        "in with. Start from the final dtype, or cast inside the body.",
        CARRY_TYPE,
    ),
    Rule(
        "error.reverse_loop",
        ("ValueError",),
        "Reverse-mode differentiation does not work for lax.while_loop",
        "Reverse mode can't go through a loop whose number of steps is only known while it runs, such as a "
        "`while_loop` or a `fori_loop` with a traced bound: it has to store something for every step. Take "
        "`jax.lax.scan`, or a `fori_loop` with fixed bounds, and let the surplus steps do nothing.",
        lesson=("bounded_loop", "A bound, and steps that do nothing"),
    ),
    Rule(
        "error.compiled_ahead",
        ("TypeError", "XlaRuntimeError", "JaxRuntimeError"),
        r"lowered and compiled for a particular signature|jaxdojo\.body",
        "What was compiled ahead of time, by `.lower(…).compile()`, takes arrays only, so JAX can't trace a function "
        "that compiles this way or calls the result. Call what `jax.jit` returns.",
    ),
    Rule(
        "error.custom_rule_missing",
        ("AttributeError",),
        r"No (JVP|VJP) defined for custom_(jvp|vjp) function",
        "A function has `jax.custom_vjp` or `jax.custom_jvp` on it, and no rule yet. Give it one by `f.defvjp(forward, "
        "backward)`, or by `f.defjvp`.",
        RULES,
    ),
    Rule(
        "error.custom_vjp_forward",
        ("TypeError",),
        r"Custom VJP fwd rule .*must produce a pair",
        "The forward function of a `custom_vjp` must return a pair: the result, and what the backward function needs.",
        RULES,
    ),
    Rule(
        "error.custom_vjp_backward",
        ("TypeError", "ValueError"),
        r"Custom VJP bwd rule (?:attached to [^\n]{1,300} )?must produce",
        "The backward function of a `custom_vjp` must return a tuple with one gradient for each argument, of its "
        "shape: for one argument `(g,)`, with the comma.",
        RULES,
    ),
    Rule(
        "error.custom_jvp_rule",
        ("TypeError",),
        r"Custom JVP rule (?:[^\n]{1,300} )?must produce",
        "The rule of a `custom_jvp` function must return a pair: the result, and its tangent, which has the same "
        "structure, shape and dtype.",
        lesson=("rounded_through", "Or a rule"),
    ),
    Rule(
        "error.exception",
        ("TypeError",),
        r"can't apply forward-mode autodiff \(jvp\) to a custom_vjp function",
        "A function with `jax.custom_vjp` has a rule for reverse mode alone, and was differentiated in forward mode, "
        "as `jax.jvp`, `jax.jacfwd` and `jax.hessian` do. Use reverse mode, or give the function a rule with "
        "`jax.custom_jvp`, which serves both.",
        REVERSE,
    ),
    Rule(
        "error.vmap_sizes",
        ("ValueError",),
        "vmap got inconsistent sizes",
        "The arguments that `vmap` maps over have axes of different lengths. Set `in_axes`, with `None` for what is "
        "the same for all.",
        AXES,
    ),
    Rule(
        "error.vmap_axes",
        ("ValueError", "TypeError"),
        r"vmap out_axes",
        "`out_axes` of `vmap` doesn't fit what the function returns: one entry for each result, the axis on which the "
        "examples are to lie. `None` is only for what is the same for all examples.",
        AXES,
    ),
    Rule(
        "error.vmap_axes",
        ("ValueError", "TypeError"),
        r"vmap (?:in_axes|was requested|must have)",
        "`in_axes` of `vmap` doesn't fit the arguments: one entry for each, an axis it has, or `None` for what is not "
        "to be mapped.",
        AXES,
    ),
    Rule(
        "error.grad_scalar",
        ("TypeError",),
        "Gradient only defined for scalar-output functions",
        "`grad` needs a function with one scalar as result. Reduce it with `.sum()` or `.mean()`; return extra values "
        "with `has_aux=True`; for vectors use `jax.jacobian`.",
        GRADIENTS,
    ),
    Rule(
        "error.grad_scalar",
        ("TypeError",),
        "expected function with aux output to return a two-element tuple",
        "With `has_aux=True` the function must return a pair: the scalar to differentiate, and all the rest, as in "
        "`return loss, (logits, state)`.",
        LEAKS,
    ),
    Rule(
        "error.grad_int",
        ("TypeError",),
        rf"{_NO_FLOAT} .*but got (?:uint32|key<)",
        "A derivative is taken with respect to a random key or an unsigned integer, and has none. A model with "
        "`nnx.Rngs` holds keys and counters: use `nnx.grad` for it, which takes its parameters alone. Otherwise pass a "
        "float, or name another argument with `argnums`.",
        TRAINING,
    ),
    Rule(
        "error.grad_int",
        ("TypeError",),
        rf"{_NO_FLOAT} .*but got (?!complex)",
        "A derivative is taken with respect to what isn't a float, such as an int or a bool, and has none. Pass a "
        "float, such as `jnp.float32(x)`, or name another argument with `argnums`.",
        GRADIENTS,
    ),
    Rule(
        "error.tree_structure",
        ("ValueError", "TypeError"),
        r"pytree structure error|^Expected (?:list|dict|tuple|None|named tuple), got |Dict key mismatch|"
        r"Custom node type mismatch|(?:Tuple|List) arity mismatch|Too few leaves for PyTreeDef|"
        r"tree structures? (?:do|must)",
        "Two pytrees that must have the same structure differ: their containers, lengths, keys or auxiliary data. "
        "Print `jax.tree.structure` of both.",
        TREES,
    ),
    Rule(
        "error.kernel_not_interpreted",
        ("ValueError",),
        "Only interpret mode is supported on CPU backend",
        "Pallas can't compile a kernel for this processor. Pass `interpret=True` to `pl.pallas_call`.",
        KERNELS,
    ),
    Rule(
        "error.kernel_constant",
        ("ValueError",),
        r"in the pallas_call .* captures constants",
        "A Pallas kernel uses an array from outside. Pass it to the kernel as an operand with a block of its own, or "
        "make it inside the kernel.",
        KERNELS,
    ),
    Rule(
        "error.index_map_constant",
        ("ValueError",),
        r"^Index map function .* must not capture constants",
        "An `index_map` uses an array that isn't among its arguments. To look up a block's number in a table, pass the "
        "table as the first operand, with `pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=1, …)`: each `index_map` "
        "gets it after the numbers of the step.",
        PREFETCH,
    ),
]
"""Rules about transforms, control flow and kernels."""
