"""Rules for exceptions about what Flax NNX requires."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import CAPTURED, MODELS, STREAMS, TRAINING, Rule

NNX: Final = [
    Rule(
        "error.nnx_trace_level",
        ("TraceContextError",),
        "",
        "A module, or a variable of it, was changed inside a JAX function that only closes over it. Pass the module as "
        "an argument, and use NNX's own transforms, such as `nnx.jit`, where it is to change.",
        CAPTURED,
    ),
    Rule(
        "error.nnx_trace_level",
        ("ValueError",),
        "^Cannot extract graph node from different trace level",
        "An NNX transform in a traced function, such as `nnx.grad`, was given a module that the traced function only "
        "closes over. Pass the module to the traced function as an argument, and use NNX's own transforms, such as "
        "`nnx.jit`, around it.",
        CAPTURED,
    ),
    Rule(
        "error.bound_method",
        ("ValueError",),
        r"(?P<detail>nnx\.\w+) does not support bound methods",
        "A transform of NNX was given a method bound to its module{detail}. Give it the unbound one and pass the "
        "module, as in `nnx.jit(MyClass.method)(module, x)`, or decorate the method in the class.",
        MODELS,
    ),
    Rule(
        "error.optimizer_wrt",
        ("TypeError",),
        "Missing required argument `wrt`",
        "`nnx.Optimizer` must be told what to optimise: `nnx.Optimizer(model, tx, wrt=nnx.Param)`.",
        TRAINING,
    ),
    Rule(
        "error.optimizer_update",
        ("TypeError",),
        "Missing required argument `grads`",
        "`update` takes the model too: `optimizer.update(model, grads)`.",
        TRAINING,
    ),
    Rule(
        "error.nnx_list",
        ("ValueError",),
        r"Found (?:data|unexpected).* (?:assigned to|on) static attribute|Found data on value of type",
        "A module keeps arrays or modules in a plain list, dict or tuple. Wrap it: `nnx.List([…])`, `nnx.Dict(…)`, or "
        "`nnx.data(…)`.",
    ),
    Rule(
        "error.missing_rngs",
        ("TypeError",),
        "missing 1 required keyword-only argument: 'rngs'",
        "What was called, such as a layer that draws its parameters, needs a source of random keys: pass "
        "`rngs=nnx.Rngs(seed)`.",
        STREAMS,
    ),
]
"""Rules about Flax NNX."""
