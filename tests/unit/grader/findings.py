"""Changes to the evidence of a sound solution, and the check, code and sentence that must result."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grader.package.specs import Checks
from grader.package.specs.outputs import ValuesSpec
from grader.package.specs.sealed import SealedSpec
from grader.package.specs.structure import NnxStateSpec
from grader.report import Verdict
from tests.unit.grader.factories import (
    ALL_CHECKS,
    JSON,
    make_call,
    make_case,
    make_error,
    make_kernel,
    make_module,
    make_program,
    pack,
)

if TYPE_CHECKING:
    from grader.bundle.contents import Case
    from grader.protocol import Value


@dataclass(frozen=True)
class Finding:
    """A change to the evidence or output of one or both calls, and the check, code and sentence that must result."""

    code: str
    words: str
    verdict: Verdict = Verdict.WRONG_STRUCTURE
    first: JSON = field(default_factory=dict)
    second: JSON = field(default_factory=dict)
    both: JSON = field(default_factory=dict)
    outputs: tuple[Value, ...] = ()
    case: Case = field(default_factory=make_case)
    line: int | None = None
    hidden: bool = False
    checks: Checks = ALL_CHECKS
    studied: JSON = field(default_factory=dict)
    """The changed result of a study, found and error, by the name of its check."""

    @property
    def check(self) -> str:
        return {"inputs": "inputs_unchanged", "state": "nnx_state"}.get(
            self.code.split(".")[0], self.code.split(".")[0]
        )


MODEL_FINDINGS = {
    "by a transformation": Finding(
        "jit.wrong_wrapper",
        "The layer was traced, but not by `nnx.jit` in call 1 (first). `jax.vmap`, `jax.grad` and loops of",
        both={"called": [], "wrappers": []},
    ),
    "built otherwise than by default": Finding(
        "jit.not_default",
        "`nnx.Linear` was built with `use_bias=False` in call 1 (first), which is not its default.",
        first={"modules": [make_module(unusual=["use_bias=False"])]},
    ),
    "a call that hands on what it is given": Finding(
        "jit.idle",
        "A call of `fwd` returned nothing but numbers that it had been given in call 2 (second).",
        second={"idle": [0]},
        line=7,
    ),
    "another input in a later pass": Finding(
        "jit.other_input",
        "`fwd` was given different arrays in a later call than in its first one in call 2 (second).",
        second={"other_inputs": True},
        line=7,
    ),
    "another model in each pass": Finding(
        "jit.other_model",
        "`fwd` was given a different model in a later call than in its first one in call 2 (second).",
        second={"state": {"graphdef": True, "params": True, "exchanged": True}},
        line=7,
    ),
}
PROGRAM_FINDINGS = {
    "no scan": Finding(
        "jaxpr.missing",
        "There is no `scan` in the program of `forward`. A Python loop",
        studied={"jaxpr": {"found": make_program(primitives={"mul": 3})}},
    ),
    "another loop than `scan`": Finding(
        "jaxpr.missing",
        "There is no `scan` in the program of `forward`. There is a `while` instead. A `jax.lax.fori_loop` becomes a",
        studied={"jaxpr": {"found": make_program(primitives={"mul": 3, "while": 4})}},
        line=4,
    ),
    "a sort": Finding(
        "jaxpr.forbidden",
        "The program of `forward` has a `sort`",
        studied={"jaxpr": {"found": make_program(primitives={"sort": 3, "scan": 4})}},
        line=3,
    ),
    "a program made for the study": Finding(
        "jaxpr.other_program",
        "The jaxpr of `forward` gives a different answer from the call.",
        studied={"jaxpr": {"found": make_program(answer=pack(9.0, 9.0))}},
    ),
    "a longer program": Finding(
        "jaxpr.unrolled",
        "The program of `forward` grows with `x`: 12 equations at size 8, 44 at 16.",
        studied={"jaxpr": {"found": make_program(growth=[[8, 12], [16, 44]])}},
    ),
    "a large constant": Finding(
        "jaxpr.constants",
        "12 bytes of arrays are baked into the program of `forward` as constants; 8 are allowed.",
        studied={"jaxpr": {"found": make_program(consts_bytes=12)}},
    ),
    "a large array": Finding(
        "jaxpr.intermediate",
        "makes an array float32[5] by `mul`, of 5 elements; no array here needs more than 4 (2 * N).",
        studied={
            "jaxpr": {
                "found": make_program(
                    largest={"elements": {"size": 5, "array": "float32[5]", "primitive": "mul", "line": 7}}
                )
            }
        },
        line=7,
    ),
    "no kernel": Finding(
        "jaxpr.missing",
        "There is no Pallas kernel in the program of `forward`. Use `pl.pallas_call`.",
        studied={"jaxpr": {"found": make_program(kernels=[])}},
    ),
    "two kernels": Finding(
        "jaxpr.kernel_calls",
        "The program of `forward` calls kernels twice, where once is enough.",
        studied={"jaxpr": {"found": make_program(kernels=[make_kernel(), make_kernel(line=9)])}},
        line=9,
    ),
    "a kernel in a loop of unknown length": Finding(
        "jaxpr.kernel_calls",
        "The program of `forward` calls kernels a number of times that depends on values, where once is enough.",
        studied={"jaxpr": {"found": make_program(kernels=[make_kernel(calls=None)])}},
        line=8,
    ),
    "a kernel of one step": Finding(
        "jaxpr.kernel_steps",
        "The kernel's grid has 1 step; at least 2 are asked for.",
        studied={"jaxpr": {"found": make_program(kernels=[make_kernel(steps=1)])}},
        line=8,
    ),
    "a kernel of many steps": Finding(
        "jaxpr.kernel_steps",
        "The kernel's grid has 5 steps; 4 are enough.",
        studied={"jaxpr": {"found": make_program(kernels=[make_kernel(steps=5)])}},
        line=8,
    ),
    "a grid of a size that depends on values": Finding(
        "jaxpr.kernel_steps",
        "The number of steps of the kernel's grid depends on values.",
        studied={"jaxpr": {"found": make_program(kernels=[make_kernel(steps=None)])}},
        line=8,
    ),
    "a large block": Finding(
        "jaxpr.kernel_block",
        "In one step the kernel holds an array float32[5], of 5 elements, where 4 (2 * N) are allowed.",
        studied={"jaxpr": {"found": make_program(kernels=[make_kernel(block={"size": 5, "array": "float32[5]"})])}},
        line=8,
    ),
    "work outside of the kernel": Finding(
        "jaxpr.kernel_outside",
        "The program of `forward` computes `mul` outside of the kernel, from numbers that come from the arguments.",
        studied={"jaxpr": {"found": make_program(outside={"add": 9, "mul": 7})}},
        line=7,
    ),
    "no program": Finding(
        "jaxpr.unreadable",
        "`forward` could not be traced to a jaxpr: `ValueError` was raised.",
        studied={"jaxpr": {"found": None, "error": make_error()}},
        line=4,
    ),
    "numbers that JAX didn't compute": Finding(
        "host.outside",
        "JAX computed nothing in call 1",
        checks=ALL_CHECKS.model_copy(update={"sealed": SealedSpec()}),
        case=make_case(*(replace(make_call(x, label="first"), expected=pack(4.0, 5.0, 6.0, 7.0)) for x in (1.0, 3.0))),
        studied={"sealed": {"found": None, "error": None}},
    ),
}


VALUE_FINDINGS = {
    "numbers of an earlier call": Finding(
        "values.mismatch",
        "It equals what call 1 should have returned: an old result, or one made from old values.",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(1, 4)),
    ),
    "numbers of an earlier call, by an older program": Finding(
        "values.mismatch",
        "made from old values. This call ran a program that JAX traced in an earlier one. What the program read from",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(1, 4)),
        second={"traces": []},
    ),
    "wrong for no old value's sake": Finding(
        "values.mismatch",
        "`[1]` is 5.0, expected 4.0. Only the last of 2 entries is wrong; the others are right.",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(3, 5)),
        second={"traces": []},
    ),
    "an error of rounding": Finding(
        "values.mismatch",
        "It is off by 24 eps of the largest expected value, where 8 are allowed",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(3, 4 + 96 * 2**-23)),
    ),
    "other bits where every bit counts": Finding(
        "values.rounding",
        "The output equals the expected values within rounding, but not to every bit in call 2 (second): `[1]` is",
        Verdict.WRONG_ANSWER,
        outputs=(pack(1, 4), pack(3, 4.0000005)),
        checks=ALL_CHECKS.model_copy(update={"values": ValuesSpec(match="bit_equal")}),
    ),
}


def changed(how: str, *types: str, graphdef: bool = True, path: str = "linear.kernel") -> JSON:
    """Return the evidence of a model with one changed variable."""
    return {
        "graphdef": graphdef,
        "params": False,
        "changes": [{"path": path, "types": list(types), "how": how}],
    }


STATE_FINDINGS = {
    "a field that never held what was given": Finding(
        "roundtrip.lost",
        "`Box.scale` doesn't hold what the class was given in call 1 (first), even before it is flattened.",
        both={"roundtrip": {"error": None, "fields": {"scale": 4}, "same_structure": True, "kept": ["scale"]}},
    ),
    "no trace for another shape": Finding(
        "traces.too_few",
        "JAX did not trace again in call 2 (longer), which needs a program of its own, because something in it sets",
        second={"traces": []},
        outputs=(pack(1, 4), pack(3, 4, 0)),
        case=make_case(make_call(label="first"), replace(make_call(3.0, label="longer"), expected=pack(3, 4, 0))),
    ),
    "a parameter replaced by an array": Finding(
        "state.param_lost",
        "`linear.kernel` is no longer a Param in call 2 (second)",
        second={"state": changed("replaced", "Param")},
        checks=Checks(nnx_state=NnxStateSpec(params="intact")),
    ),
    "a parameter removed, whatever becomes of the structure": Finding(
        "state.param_lost",
        "write into it, as in `model.layers[0].kernel[...] = value`",
        first={"state": changed("removed", "LoRAParam", "Param", graphdef=False, path="layers.0.kernel")},
        checks=Checks(nnx_state=NnxStateSpec(graphdef="any", params="intact", may_change=["Param"])),
    ),
    "a parameter added": Finding(
        "state.param_added",
        "`linear.kernel` is a Param that was added in call 1",
        both={"state": changed("added", "Param")},
        checks=Checks(nnx_state=NnxStateSpec(params="intact")),
    ),
    "a variable changed that may not": Finding(
        "state.params_changed",
        "`linear.kernel`, which is of type Param, was changed in call 1 (first). Only variables of type BatchStat or",
        both={"state": changed("changed", "Param")},
        checks=Checks(nnx_state=NnxStateSpec(may_change=["RngState"], must_change=["BatchStat"])),
    ),
    "nothing changed that must": Finding(
        "state.not_changed",
        "No variable of type BatchStat changed in call 2 (second)",
        first={"state": changed("changed", "BatchStat")},
        checks=Checks(nnx_state=NnxStateSpec(must_change=["BatchStat"])),
    ),
}
