"""Strict types for what a sandbox reports. Anything that does not fit is refused as forged or broken."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Short = Annotated[str, Field(max_length=300)]
Line = Annotated[int, Field(ge=0, le=1_000_000)]
Number = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]


class _Evidence(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Entered(_Evidence):
    """A function of the submission that ran in a trace, and the line it is defined on."""

    name: Short
    line: Line


class Argument(_Evidence):
    """A part of a traced function's arguments; `grader.inside.arguments` says what the kinds are."""

    path: Short
    kind: Literal["traced", "array", "value", "identity", "object", "node"]
    text: Short


class TraceEvidence(_Evidence):
    """An outermost trace in which functions of the submission ran.

    `miss` is JAX's log of why its cache had no such trace; `arguments` are what the function was given.
    """

    name: Short
    line: Line | None
    ms: Number
    entered: list[Entered] = Field(max_length=20)
    miss: str | None = Field(default=None, max_length=2000)
    arguments: list[Argument] | None = Field(default=None, max_length=40)


class SegmentEvidence(_Evidence):
    """A piece of JAX's own work during a call, in milliseconds."""

    kind: Literal["trace", "lower", "compile"]
    name: Short
    ms: Number
    line: Line | None
    cached: bool = False
    """Whether the persistent cache, or an earlier case, had the program."""


class WrapperEvidence(_Evidence):
    """A jitted function that the submission made: on `line`, of the function defined on line `defined`."""

    number: int
    kind: Literal["nnx.jit", "jax.jit", "aot"]
    """`aot`: it was compiled ahead of time, by `lower().compile()`."""
    line: Line | None
    name: Short
    defined: Line | None
    in_call: bool
    static: bool
    bound: Short | None = None
    """The name that the submission's module has for it."""


class ModuleCall(_Evidence):
    """One call of the watched module class."""

    input_traced: bool
    params_traced: bool
    in_wrapper: bool
    unusual: list[Short] = Field(default=[], max_length=50)
    """What it was built with in the place of a default, as `use_bias=False`."""


class InnerCall(_Evidence):
    """One call of a function made by `nnx.jit`; `start` to `stop` is the range of the segments that fell into it."""

    name: Short
    seconds: Number
    traces: int = Field(ge=0)
    start: int = Field(ge=0)
    stop: int = Field(ge=0)


class BodyCalls(_Evidence):
    """Calls of a function of the problem's `bodies.py` in the same contexts, from the same line."""

    name: Short
    contexts: list[Literal["grad", "jit", "jvp", "scan", "vmap"]] = Field(max_length=5)
    """The transformations around the calls; empty for plain arrays."""
    line: Line | None
    count: int = Field(ge=1, le=10**9)


class OperationEvidence(_Evidence):
    """A program that ran outside of the watched functions; `arithmetic` is what it computes by, None where it moves."""

    name: Short
    arithmetic: Short | None
    line: Line | None
    count: int = Field(ge=1, le=10**9)


class Callback(_Evidence):
    """A program that calls back into Python, and the submission's line that has it do so."""

    name: Short
    line: Line | None


class VariableChange(_Evidence):
    """What became of a variable. `types` are the names of its class and its bases, before where it was one before."""

    path: Short
    types: list[Short] = Field(min_length=1, max_length=8)
    how: Literal["changed", "replaced", "removed", "added"]


class StateEvidence(_Evidence):
    """Whether models kept their graphdef and all variables, and which variables changed.

    `exchanged`: a function made by `nnx.jit` got another model in a later call than in its first one.
    """

    graphdef: bool
    params: bool
    exchanged: bool = False
    changes: list[VariableChange] = Field(default=[], max_length=200)


class InputEvidence(_Evidence):
    """An argument that a call changed or deleted."""

    parameter: Short
    what: Literal["changed", "deleted"]


class RoundtripEvidence(_Evidence):
    """Fields of an instance after flatten and unflatten, as wire values; whether equal instances flatten alike."""

    error: Short | None
    fields: dict[str, JsonValue]
    same_structure: bool | None


class FinalEvidence(_Evidence):
    """What a call left in the models it was given.

    `values` are wire values by parameter (`initial`: what they were, told of the reference only), `moved` the paths of
    variables that are other objects than before, `later` the paths of those that changed between the call's end and the
    end of the case.
    """

    values: dict[str, JsonValue]
    initial: dict[str, JsonValue] = {}
    moved: list[Short] = Field(max_length=200)
    later: list[Short] = Field(max_length=200)


class Drawn(_Evidence):
    """An array that was put in the place of an output of a watched function."""

    shape: list[Annotated[int, Field(ge=0, le=2**40)]] = Field(max_length=32)
    dtype: Short


class FrameEvidence(_Evidence):
    """One line of the submission in a traceback."""

    line: Line
    function: Short
    text: Short


class ErrorEvidence(_Evidence):
    """An exception that the submission raised. `own` says that it was raised in the submission's own lines."""

    type: Short
    bases: list[Short] = Field(max_length=8)
    message: str = Field(max_length=4000)
    frames: list[FrameEvidence] = Field(max_length=20)
    own: bool


class Callee(_Evidence):
    """A watched function, and the line where it was made."""

    name: Short
    line: Line | None


class Others(Callee):
    """A watched function, and the few numbers that it got and the call was not given, whole ones aside."""

    numbers: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(max_length=2000)


class FollowedEvidence(_Evidence):
    """What came of a call in which the outputs of watched functions were drawn. `output` is a wire value.

    `foreign` are the watched functions that got many numbers which the call was not given. `others` are those that got
    a few in the call itself, `others_moved` in one with other numbers in its arrays; None where that one raised.
    """

    output: JsonValue
    error: ErrorEvidence | None
    drawn: list[Drawn] = Field(max_length=2000)
    foreign: list[Callee] = Field(default=[], max_length=200)
    others: list[Others] = Field(default=[], max_length=1200)
    others_moved: list[Others] | None = Field(default=None, max_length=1200)
    final: FinalEvidence | None


class CallEvidence(_Evidence):
    """All that was reported of one call. `output` is a wire value."""

    output: JsonValue
    unsendable: Short | None
    numpy: Short | None = None
    """Where in the result the first NumPy array is."""
    seconds: Number
    inputs: InputEvidence | None
    state: StateEvidence | None
    final: FinalEvidence | None = None
    roundtrip: RoundtripEvidence | None
    followed: FollowedEvidence | None = None
    traces: list[TraceEvidence] = Field(max_length=200)
    segments: list[SegmentEvidence] = Field(max_length=400)
    wrappers: list[WrapperEvidence] = Field(max_length=200)
    called: list[int] = Field(max_length=2000)
    other_inputs: bool = False
    """Whether a later call of a function made by `nnx.jit` got other arrays than its first one."""
    lacking: list[int] = Field(default=[], max_length=200)
    """Functions made by `nnx.jit` that got arrays of the model, and not the model."""
    taking: list[int] = Field(default=[], max_length=200)
    """Functions made by `nnx.jit` that got the model."""
    modules: list[ModuleCall] = Field(max_length=200)
    inner: list[InnerCall] = Field(max_length=200)
    bodies: list[BodyCalls] = Field(default=[], max_length=200)
    operations: list[OperationEvidence] = Field(default=[], max_length=200)
    callbacks: list[Callback] = Field(default=[], max_length=200)
    dispatches: int = Field(default=0, ge=0)
    """Calls of watched functions."""
    idle: list[int] = Field(default=[], max_length=200)
    """Watched functions of which a call returned nothing but numbers that it was given."""


class StudyEvidence(_Evidence):
    """What a study of the submission brought back, as a wire value; or the error that the submission raised in it."""

    found: JsonValue
    error: ErrorEvidence | None


class CaseEvidence(_Evidence):
    """The header of a CASE frame."""

    index: int = Field(ge=0)
    calls: list[CallEvidence]
    error: ErrorEvidence | None
    config: list[Short] = Field(default=[], max_length=50)
    """Settings of `jax.config` that differ from those before the submission was loaded."""
    draw: str | None = None
    """The seed of the call that was drawn, as hexadecimal digits. The host writes it in, whatever the sandbox says."""
    seconds: Number = 0.0
    """Processor time that the case took, as the host counted it. The host writes it in likewise."""
    studies: dict[Short, StudyEvidence] = Field(default={}, max_length=50)
    """By the name of the check that asked for it."""


class FailureEvidence(_Evidence):
    """The header of a FAILED frame."""

    stage: Literal["syntax", "import", "entry_point", "class", "arity", "generator", "script", "tampering"]
    error: ErrorEvidence | None = None
    name: Short | None = None
    found: Short | None = None
    line: Line | None = None


class StackEvidence(_Evidence):
    """The header of a READY frame."""

    stack: dict[str, Short]


class CheckerFinding(_Evidence):
    """What a problem's own `checker.py` found wrong with one case, as its sandbox sent it."""

    code: str = Field(max_length=64)
    message: str = Field(min_length=1, max_length=1000)


class ObservedCall(_Evidence):
    """One call of a jitted function that a program made, on `line`: all that was seen from its beginning to its end.

    `defined` is the line of the function, `first` the place of the call's first trace among all of the program.
    """

    name: Short
    line: Line | None
    defined: Line | None
    seconds: Number
    first: int = Field(ge=0)
    traces: int = Field(ge=0)
    segments: list[SegmentEvidence] = Field(max_length=100)


class ObservedWrapper(_Evidence):
    """Jitted functions that one line made of one function: how many, and whether with static arguments."""

    line: Line | None
    name: Short
    defined: Line | None
    static: bool
    count: int = Field(ge=1)


class ObservedProgram(_Evidence):
    """The jaxpr that a jitted function was traced to, and what is in it.

    `equations` counts them at any depth; `constants` are bytes of closed-over arrays. `text` is the beginning of the
    jaxpr where it is `cut`.
    """

    name: Short
    defined: Line | None
    equations: int = Field(ge=0)
    primitives: dict[Short, int] = Field(max_length=8)
    constants: int = Field(ge=0)
    text: str = Field(max_length=6000)
    cut: bool


class ObservationEvidence(_Evidence):
    """The header of the CASE frame of a program: its first calls, how many there were, and what it raised.

    `outside` are programs that ran outside of jitted functions, `single` the milliseconds in which JAX traced, lowered
    and compiled them.
    """

    calls: list[ObservedCall] = Field(max_length=200)
    count: int = Field(ge=0)
    traces: list[TraceEvidence] = Field(max_length=200)
    wrappers: list[ObservedWrapper] = Field(max_length=100)
    programs: list[ObservedProgram] = Field(max_length=12)
    outside: list[OperationEvidence] = Field(max_length=200)
    callbacks: list[Callback] = Field(max_length=200)
    seconds: Number
    single: Number
    error: ErrorEvidence | None
