"""Advice on each reason code that a check can give: a sentence or two for the code's page."""

from __future__ import annotations

from typing import Final

ADVICE: Final[dict[str, str]] = {
    "values.structure": (
        "Return what the statement names under Returns: one array, or a tuple or dict of arrays, not a list of numbers."
    ),
    "values.shape": (
        "Print the shape, and compare it with Returns. A missing or an extra axis often comes from `keepdims`, "
        "from an index, or from a batch that was flattened."
    ),
    "values.dtype": (
        "Convert with `.astype(…)`, or start from the right dtype. Python's floats become float32, comparisons "
        "give booleans, and division of integers gives floats."
    ),
    "values.not_finite": (
        "Look for a division by zero, a logarithm or root of zero or less, and an `exp` of something large. "
        "`jnp.where` around the result doesn't help where the operation itself runs on bad values: replace its "
        "input."
    ),
    "values.rounding": (
        "Do the same operations in the same order and dtype as asked. Adding up in a different order gives different "
        "last bits."
    ),
    "values.mismatch": (
        "Take a sample whose values are shown and follow it by hand. Look at the axis of each reduction, at the "
        "order of arguments, and at the first and last element."
    ),
    "repeat.differs": (
        "The result depends on something besides the arguments: a global, a random key made from a clock, a default "
        "that is changed. Take it as an argument."
    ),
    "repeat.order": (
        "A call leaves something behind that a later one reads, such as a cache or a counter. Keep no state "
        "outside of the function."
    ),
    "repeat.raised": (
        "A call needs what an earlier one left behind, or finds something used up. Keep no state outside of the "
        "function."
    ),
    "deterministic.again": (
        "The result depends on something besides the arguments. Seed from the arguments, and keep no state between "
        "calls."
    ),
    "deterministic.fresh": "The first calls of the file matter for later ones. Let each call start from scratch.",
    "deterministic.failed": (
        "The second call finds something used up, such as a donated array or an exhausted iterator. Create it "
        "inside the call."
    ),
    "inputs.changed": (
        "NumPy arrays are changed in place by `x[...] = …`, `x += …` and `x.sort()`. Work on a copy, or on `jnp` "
        "arrays with `.at[…]`."
    ),
    "inputs.deleted": "Remove `donate_argnums`, or donate only what you made yourself.",
    "sealed.not_traceable": (
        "Don't ask arrays for their values in Python: no `if` on them, no `float(…)`, no `.item()`. Use "
        "`jnp.where`, `jax.lax.cond` and loops of `jax.lax`."
    ),
    "sealed.callback": (
        "Remove `jax.pure_callback`, `jax.debug.print` and the like: the program runs where there is no Python."
    ),
    "sealed.raised": (
        "Run the samples: their report shows the error and its line. If they pass, look for sizes or values that only "
        "other inputs have."
    ),
    "sealed.result": (
        "Return arrays, or tuples, lists and dicts of them; no functions, strings or objects of your own."
    ),
    "sealed.malformed": "Leave `jax.export` and JAX's internals as they are.",
    "sealed.operation": (
        "Take out what a pure program doesn't need, such as infeeds, custom calls, and code for other devices."
    ),
    "sealed.too_large": (
        "Replace Python loops by `jax.lax.scan` or `jax.lax.fori_loop`, whose body is in the program once."
    ),
    "sealed.memory": "Don't hold all pairs or all steps at once: reduce inside of a loop, or work in blocks.",
    "sealed.failed": (
        "Run the samples on another machine with the same versions; what XLA says there names the operation."
    ),
    "sealed.custom_call": (
        "Use functions of `jnp` and `jax.lax` that XLA compiles itself; those of `jnp.linalg` and sorting may "
        "call libraries."
    ),
    "sealed.constants": (
        "Large tables belong among the arguments. Compute small ones in the program, as with `jnp.arange`."
    ),
    "sealed.body_unused": "Call the function that you are given, and not one of your own that does the same.",
    "sealed.loop": "Write it by operations on whole arrays, as with `vmap`, a matrix product or `cumsum`.",
    "sealed.intermediate": (
        "Look for a broadcast of all rows against all others, and reduce earlier: expand the formula, or work in "
        "blocks."
    ),
    "sealed.growth": "A Python loop over an array is unrolled. Use `jax.lax.scan`, `fori_loop` or `vmap`.",
    "sealed.derivative_growth": "A Python loop in a backward rule is unrolled. Add up whole arrays, for example by "
    "`.at[].add` or `jax.ops.segment_sum`, or use `jax.lax.scan` or `vmap`.",
    "body.never_called": "Call the function that you are given; don't copy its formula.",
    "body.python_loop": (
        "Give the whole batch to `jax.vmap`, or the steps to `jax.lax.scan`, so that Python calls the function once."
    ),
    "body.not_vmapped": "Wrap it: `jax.vmap(f)(xs)`. A function that happens to broadcast isn't mapped.",
    "body.not_scanned": "Call it in the step of `jax.lax.scan` or `fori_loop`, instead of before or around the loop.",
    "body.finite_differences": (
        "Differentiate it with `jax.grad` or `jax.jvp`, instead of taking differences of its values."
    ),
    "body.not_differentiated": "Apply `jax.grad`, `jax.jvp` or `jax.vjp` to the function itself.",
    "body.wrong_mode": (
        "Reverse mode is `jax.grad`, `jax.vjp` and `jax.jacrev`; forward mode is `jax.jvp` and `jax.jacfwd`. Use "
        "the one that is asked for."
    ),
    "body.not_jitted": "Call it inside of the function that `jax.jit` wraps.",
    "body.not_concrete": "Call it once with plain arrays, outside of `jit`, `vmap` and `grad`.",
    "body.forbidden": (
        "The message names the context. Move the call out of it, or into the transformation that is asked for."
    ),
    "body.too_often": "Keep the result, or use `jax.value_and_grad`, which gives value and gradient from one run.",
    "body.too_seldom": "A loop or a repetition is missing. Compare the number of calls with the statement.",
    "jit.no_module": "Call the layer itself, instead of writing its formula out: `model(x)`.",
    "jit.wrong_wrapper": (
        "Put `@nnx.jit` on the function that calls the model: `jax.jit` sees a model as plain data, and `jax.vmap`, "
        "`jax.grad` and loops don't compile a function as a whole."
    ),
    "jit.not_jitted": "Put `@nnx.jit` on the function that calls the model, and remove `jax.disable_jit`.",
    "jit.closed_over": "Make the model an argument: `forward(model, x)`, not `lambda x: model(x)`.",
    "jit.rewrapped": (
        "Wrap once, at the top of the file or before the loop. Each new `nnx.jit(…)` begins with an empty cache."
    ),
    "jit.not_default": "Leave out arguments of the class that the statement doesn't name.",
    "jit.idle": "Each call must compute: don't return early, and don't return what an earlier call gave.",
    "jit.other_input": "Give each call the array that the function was given, not the result of the previous call.",
    "jit.other_model": "Build the model once, before the loop, and pass that one to each call.",
    "jit.calls": (
        "Loop in Python, one call of the wrapped function for each that is asked for: no warm-up, and no loop inside."
    ),
    "wrapped.not_wrapped": "Put the decorator on the function, or wrap it at the top of the file.",
    "wrapped.wrong_wrapper": (
        "The message names both wrappers. `nnx.jit` is for functions that take a model, `jax.jit` for pure ones."
    ),
    "wrapped.not_used": "Call the wrapped function, by the name that it was given, and remove `jax.disable_jit`.",
    "wrapped.rewrapped": (
        "Wrap once, at the top of the file: not in a loop, and not in a function that is called often."
    ),
    "wrapped.idle": "Each call must return numbers that it wasn't given.",
    "wrapped.no_model": "Make the model an argument of the wrapped function: what it closes over becomes constants.",
    "wrapped.too_seldom": "Call it once for each step. A loop inside of the wrapped function is one call.",
    "wrapped.too_often": "Call it once for each step, without a warm-up and without a call to look at the result.",
    "state.not_seen": "Give the model itself to the function that `nnx.jit` wraps.",
    "state.graphdef_changed": (
        "Plain attributes are part of the model's structure: an int that counts gives each call a different program. "
        "Keep what changes in an `nnx.Variable`."
    ),
    "state.param_lost": (
        "Assign to what the parameter holds, `layer.kernel[...] = new`, instead of putting an array in its place."
    ),
    "state.param_added": "Create all parameters when the model is built, in `__init__`.",
    "state.params_changed": (
        "A forward pass changes no parameters: look for an update or an assignment that was left in."
    ),
    "state.not_changed": (
        "Let the step write its result back: by `optimizer.update(model, grads)`, or by assigning to the variable."
    ),
    "final_state.structure": "Make the same variables, of the same types and names, as the statement says.",
    "final_state.known": "Look at the check `nnx_state` first: it fails for the same reason.",
    "final_state.value": (
        "Follow the variables through one call: how often each is updated, and with which value before or after."
    ),
    "final_state.moved": "Write into the variable, `v[...] = new`, instead of replacing it by another one.",
    "final_state.later": "Let nothing write to the model once the call has returned, such as a callback or a thread.",
    "roundtrip.failed": (
        "Unflattening must accept what flattening gave, even placeholders that aren't arrays, so `__init__` must not "
        "convert or check them."
    ),
    "roundtrip.lost": (
        "Name every field, among the children or as auxiliary data; what isn't named is lost. Keep each argument of "
        "the class as it is: sort or convert it where it is used."
    ),
    "traces.never": "Wrap the function with `jax.jit` or `nnx.jit`, and call the wrapped one.",
    "traces.every_call": (
        "Compare what the calls are given: shapes, dtypes, weak types, static values, and objects that are created on "
        "each call."
    ),
    "traces.jit_inside": "Make the jitted function once, at the top of the file, instead of in each call.",
    "traces.eager_scan": (
        "Put `jax.jit` around the function that calls `jax.lax.scan`: outside of it each new body is traced."
    ),
    "traces.static_argument": (
        "Make changing numbers ordinary arguments, and functions once, at the top of the file. Other objects that "
        "stay static need `__eq__` and `__hash__` by value."
    ),
    "traces.aux_identity": (
        "Give the auxiliary data `__eq__` and `__hash__` by value, or use tuples, strings and numbers."
    ),
    "traces.too_many": (
        "Equal shapes, dtypes and structures need one trace. Look for a dtype or a Python number that differs in "
        "the first call."
    ),
    "traces.too_few": (
        "The problem asks for a program for each shape, and for each choice of operations. Pad or mask less; make what "
        "decides on operations static, and let an `==` of yours compare all of it."
    ),
    "host.callback": "Compute with `jnp` instead of `jax.pure_callback` and `io_callback`.",
    "host.outside": "Compute with `jnp`, without checking whether JAX is tracing.",
    "host.numpy": "Use `jnp` instead of `np`, and return what JAX gave without `np.asarray`.",
    "eager.operation": "Move the operation that the message names into the jitted function.",
    "eager.dispatches": "Call the jitted function as often as asked; move the code around it inside.",
    "follows.not_called": "Call the jitted function, and return what it gives.",
    "follows.elsewhere": "Return the jitted function's result itself, and not one that was computed beside it.",
    "follows.given": "Do the computation in the jitted function, and give it only the arguments.",
    "follows.state": "Let the jitted function update the model, instead of writing to it from outside.",
    "follows.raised": "Code after the jitted function expects certain numbers. Remove such checks.",
    "compiles.too_many": "Pad inputs to a few sizes, so that they share programs.",
    "pure.host_state": (
        "Take random keys and times as arguments. A clock is read once, while JAX traces, and is a constant afterwards."
    ),
    "pure.global": (
        "Return what changes, and take it as an argument. A global would change during a trace only, not in each call."
    ),
    "pure.leaked": "Return the value, instead of keeping it in a list, an attribute or a global.",
    "pure.differs": "Look for what Python decides while tracing: the order of a set, a counter, a cache.",
    "pure.unreadable": "Run the samples: the error and its line are in their report.",
    "modes.raises": (
        "The same arguments must work in NNX's graph mode and in its tree mode. In tree mode a model is a tree: share "
        "no variable, and return what a function changes."
    ),
    "modes.differs": (
        "Code that works in NNX's graph and tree mode doesn't rely on references: it returns what it changes."
    ),
    "modes.eager": "Call the same jitted function in both modes. A jitted function takes a model in tree mode as well.",
    "sharding.one_device": (
        "Put the input on the mesh with `jax.device_put(x, NamedSharding(mesh, P(…)))`, and compute from that."
    ),
    "sharding.replicated": "Say how the result is split, by `out_shardings` or `jax.lax.with_sharding_constraint`.",
    "sharding.shards": "Compare the `PartitionSpec`, entry by entry, with the axes of the array that is asked for.",
    "sharding.order": "Make the mesh from `jax.devices()` in their order.",
    "sharding.axes": "Make the mesh with the `axis_types` that the statement names.",
    "sharding.bytes": "Reduce on each device first, and send only the sums.",
    "sharding.collectives": (
        "Look for an all-gather: an operation needs a whole axis that is split. Split along another axis, or reduce "
        "first."
    ),
    "sharding.not_shared": (
        "Each device seems to do all of the work. Split the input, and combine parts by `psum` or a reduction "
        "over the split axis."
    ),
    "sharding.not_neighbours": "Send to the next device only, and pass on what has arrived.",
    "sharding.repeated_work": (
        "Split the input over the devices (`in_specs`, `in_shardings` or `jax.device_put`), and compute with each part."
    ),
    "sharding.whole_arguments": (
        "Say how each argument is split before the function gets it: by `in_specs`, `in_shardings` or `jax.device_put`."
    ),
    "sharding.unbounded_loop": "Use `jax.lax.scan` or `fori_loop` with a fixed number of steps.",
    "sharding.unreadable": "Run the samples: the error and its line are in their report.",
    "jaxpr.missing": (
        "Use the operation that the statement asks for, and leave it in what is computed from the arguments."
    ),
    "jaxpr.forbidden": "Write it without that operation; the statement says which one is meant instead.",
    "jaxpr.unrolled": "A Python loop is unrolled. Use `jax.lax.scan`, `fori_loop` or `vmap`.",
    "jaxpr.constants": "Pass big arrays as arguments: what a function closes over is copied into its program.",
    "jaxpr.intermediate": (
        "Look for a broadcast of all rows against all others, and reduce earlier: expand the formula, or work in "
        "blocks."
    ),
    "jaxpr.kernel_calls": (
        "A loop calls the kernel. Call it once, with a grid that has a step for each pass of the loop."
    ),
    "jaxpr.kernel_steps": (
        "The grid is the number of blocks: `pl.cdiv(n, block)` along each axis that is split into blocks."
    ),
    "jaxpr.kernel_block": (
        "Give each operand and each result a `pl.BlockSpec` with a block shape. Without one, every step gets the whole "
        "array."
    ),
    "jaxpr.kernel_outside": (
        "Move the computation into the kernel. Outside, pad, reshape and slice arrays, and compute nothing from them."
    ),
    "jaxpr.other_program": (
        "The function does something else while it is examined. Make it depend on its arguments alone."
    ),
    "jaxpr.unreadable": "JAX must be able to trace the function: don't ask arrays for their values in Python.",
    "cost.flops": (
        "Look for a product that is computed more than once, for the order of matrix products, and for work on padding."
    ),
    "cost.bytes": "Look for large arrays that are written and read once. Fuse steps, or reduce earlier.",
    "cost.memory": "Look for a broadcast of all rows against all others. Work in blocks, or in a loop.",
    "cost.unbounded_loop": "Use `jax.lax.scan` or `fori_loop` with a fixed number of steps.",
    "cost.callback": "Compute with `jnp` instead of `jax.pure_callback` and `io_callback`.",
    "cost.other_program": (
        "The function does something else while it is examined. Make it depend on its arguments alone."
    ),
    "cost.unreadable": "JAX must be able to trace the function: don't ask arrays for their values in Python.",
    "work.operations": (
        "Look for a model that is called once more than needed, for a program that runs twice, and for work on padding."
    ),
    "work.raises": "Keep no state between calls that makes a later one fail: the calls of a case are made once more.",
    "gradients.not_differentiable": (
        "Look for conversions to NumPy or integers, for `lax.while_loop` in reverse mode, and for a `custom_vjp` "
        "without a rule."
    ),
    "gradients.other_values": (
        "The function does something else under differentiation. Make it depend on its arguments alone."
    ),
    "gradients.not_finite": (
        "Look for a division by zero, and for a root or a norm of zero. `jnp.where` selects the result, and the "
        "gradient still runs through both branches: make the input safe first, then select again."
    ),
    "gradients.zero": (
        "Something cuts the derivative off: `stop_gradient`, rounding, a conversion to integers, or an `argmax`."
    ),
    "gradients.wrong": (
        "If you wrote the rule, compare it with `jax.grad` of the plain function. Look at kinks, and at sums "
        "over broadcast axes."
    ),
    "gradients.numeric": (
        "Your rule isn't the derivative of your values. Compare them with `jax.test_util.check_grads`."
    ),
    "prng.unreadable": "JAX must be able to trace the function: don't ask arrays for their values in Python.",
    "prng.legacy": "Make keys with `jax.random.key(seed)`.",
    "prng.repeated": (
        "Split before the loop, `keys = jax.random.split(key, n)`, or `fold_in` the step's number. Under `jax.vmap` "
        "all branches of a `lax.cond` run: draw before it."
    ),
    "prng.parent": (
        "After `key, sub = jax.random.split(key)` draw from `sub` only, and go on splitting the new `key`."
    ),
    "prng.reused": (
        "Give each draw a key of its own: `k1, k2 = jax.random.split(key)`. Under `jax.vmap` all branches of a "
        "`lax.cond` run: draw before it."
    ),
    "prng.returned": "Return a fresh one: split again, draw from one half and return the other.",
    "leaks.leaked": "Return the value, instead of keeping it in a list, an attribute or a global.",
    "leaks.raised": "Run the samples: the error and its line are in their report.",
    "nans.made": (
        "Replace the input before the operation: `jnp.sqrt(jnp.where(x > 0, x, 1.0))`, and select the result "
        "afterwards."
    ),
    "nans.infinity": (
        "Replace the input before the operation, or compute in another form, such as `logsumexp` or `log1p`."
    ),
    "nans.raised": "Run the samples: the error and its line are in their report.",
    "promotion.dtype": "Convert one side with `.astype(…)`, or make both of one dtype where they are created.",
    "promotion.rank": "Add the axes yourself, with `x[:, None]` or `jnp.broadcast_to`.",
    "promotion.switched": "Remove the setting, and convert one side with `.astype(…)` where dtypes differ.",
    "promotion.raised": "Run the samples: the error and its line are in their report.",
    "donation.kept": "Name the argument in `donate_argnums` of `jax.jit`, and pass it by position.",
    "donation.copied": (
        "Return a result of the donated array's shape and dtype: only such a one can take over its memory."
    ),
    "donation.other": "Donate only what the statement names: callers still need the others.",
    "donation.in_vain": "Donate at most as many arrays of a shape and dtype as there are results like them.",
    "donation.failed": "The first call used up what the second one needs. Donate only what the statement names.",
    "remat.none": "Wrap the block with `jax.checkpoint`, and differentiate the wrapped one.",
    "remat.residuals": (
        "Wrap smaller blocks, and the step of a `scan` rather than the whole; a policy says what may be kept."
    ),
    "remat.unreadable": "Run the samples: the error and its line are in their report.",
}
"""The advice, by code."""
