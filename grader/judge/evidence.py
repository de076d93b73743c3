"""Strict types for what a sandbox reports. Anything that does not fit is rejected as forged or broken."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Short = Annotated[str, Field(max_length=300)]
Line = Annotated[int, Field(ge=0, le=1_000_000)]
Number = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]


class _Evidence(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Entered(_Evidence):
    """A function of the submission that ran in a trace, and the line on which it is defined."""

    name: Short
    line: Line


class Argument(_Evidence):
    """A part of a traced function's arguments; `grader.inside.arguments` explains the kinds."""

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
    """A piece of JAX's own work during a call, with its duration in milliseconds."""

    kind: Literal["trace", "lower", "compile"]
    name: Short
    ms: Number
    line: Line | None
    cached: bool = False
    """Whether the persistent cache, or an earlier case, had the program."""


class WrapperEvidence(_Evidence):
    """A jitted function that the submission made on `line`, from the function defined on line `defined`."""

    number: int
    kind: Literal["nnx.jit", "jax.jit", "aot"]
    """`aot`: compiled ahead of time, by `lower().compile()`."""
    line: Line | None
    name: Short
    defined: Line | None
    in_call: bool
    static: bool
    bound: list[Short] = Field(default=[], max_length=10)
    """Its names in the submission's module."""
    traced: bool = False
    """Whether JAX was tracing when it was made. It then has no program of its own, and no cache."""


class ModuleCall(_Evidence):
    """One call of the watched module class."""

    input_traced: bool
    params_traced: bool
    in_wrapper: bool
    unusual: list[Short] = Field(default=[], max_length=50)
    """Arguments with which it was built in place of the defaults, such as `use_bias=False`."""


class InnerCall(_Evidence):
    """One call of a function made by `nnx.jit`; `start` to `stop` is the range of the segments that it includes."""

    name: Short
    seconds: Number
    traces: int = Field(ge=0)
    start: int = Field(ge=0)
    stop: int = Field(ge=0)


class BodyCalls(_Evidence):
    """Calls of one function of the problem's `bodies.py` in the same contexts and from the same line."""

    name: Short
    contexts: list[Literal["grad", "jit", "jvp", "scan", "vmap"]] = Field(max_length=5)
    """The transformations around the calls; empty for plain arrays."""
    line: Line | None
    count: int = Field(ge=1, le=10**9)


class OperationEvidence(_Evidence):
    """A program that ran outside of the watched functions, and its `arithmetic`, None if it only moves data."""

    name: Short
    arithmetic: Short | None
    line: Line | None
    count: int = Field(ge=1, le=10**9)


class Callback(_Evidence):
    """A program that calls back into Python, and the line of the submission that makes it do so."""

    name: Short
    line: Line | None


class VariableChange(_Evidence):
    """What happened to a variable. `types` names its class and bases, those from before the call if it existed."""

    path: Short
    types: list[Short] = Field(min_length=1, max_length=8)
    how: Literal["changed", "replaced", "removed", "added"]


class StateEvidence(_Evidence):
    """Whether models kept their graphdef and all variables, and which variables changed.

    `exchanged` means that a function made by `nnx.jit` got another model in a later call than in its first one.
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
    """An instance's fields after flatten and unflatten, as wire values, and whether equal instances flatten alike.

    `kept` names the fields with the same value as before, which may not be the value that the instance was given.
    """

    error: Short | None
    fields: dict[str, JsonValue]
    same_structure: bool | None
    kept: list[Short] = Field(default=[], max_length=200)


class FinalEvidence(_Evidence):
    """What a call left in the models that it was given.

    `values` are wire values by parameter, and `initial` the values before the call, which are reported only for the
    reference. `moved` are the paths of variables that are other objects than before, and `later` the paths of those
    that changed between the end of the call and the end of the case.
    """

    values: dict[str, JsonValue]
    initial: dict[str, JsonValue] = {}
    moved: list[Short] = Field(max_length=200)
    later: list[Short] = Field(max_length=200)


class Drawn(_Evidence):
    """A drawn array that replaced an output of a watched function."""

    shape: list[Annotated[int, Field(ge=0, le=2**40)]] = Field(max_length=32)
    dtype: Short


class FrameEvidence(_Evidence):
    """One frame of a traceback, in a line of the submission."""

    line: Line
    function: Short
    text: Short


class ErrorEvidence(_Evidence):
    """An exception that the submission raised. `own` says whether it was raised in the submission's own lines."""

    type: Short
    bases: list[Short] = Field(max_length=8)
    message: str = Field(max_length=4000)
    frames: list[FrameEvidence] = Field(max_length=20)
    own: bool


class Callee(_Evidence):
    """A watched function, and the line on which it was made."""

    name: Short
    line: Line | None


class Others(Callee):
    """A watched function, and the few numbers, except whole ones, that it got but the call was not given."""

    numbers: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(max_length=2000)


class FollowedEvidence(_Evidence):
    """The result of a call in which drawn numbers replaced the outputs of watched functions. `output` is a wire value.

    `foreign` are the watched functions that got many numbers which the call was not given. `others` are those that got
    a few such numbers in the call itself, and `others_moved` those that did in a call with other numbers in its
    arrays; None if that call raised.
    """

    output: JsonValue
    error: ErrorEvidence | None
    drawn: list[Drawn] = Field(max_length=2000)
    foreign: list[Callee] = Field(default=[], max_length=200)
    others: list[Others] = Field(default=[], max_length=1200)
    others_moved: list[Others] | None = Field(default=None, max_length=1200)
    final: FinalEvidence | None


class CallEvidence(_Evidence):
    """Everything that was reported about one call. `output` is a wire value."""

    output: JsonValue
    unsendable: Short | None
    numpy: Short | None = None
    """The place of the first NumPy array in the result."""
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
    """Functions made by `nnx.jit` that got arrays of the model, but not the model."""
    taking: list[int] = Field(default=[], max_length=200)
    """Functions made by `nnx.jit` that got the model."""
    modules: list[ModuleCall] = Field(max_length=200)
    inner: list[InnerCall] = Field(max_length=200)
    bodies: list[BodyCalls] = Field(default=[], max_length=200)
    operations: list[OperationEvidence] = Field(default=[], max_length=200)
    callbacks: list[Callback] = Field(default=[], max_length=200)
    dispatches: int = Field(default=0, ge=0)
    """The number of calls of watched functions."""
    idle: list[int] = Field(default=[], max_length=200)
    """Watched functions with a call that returned nothing but numbers that it was given."""


class StudyEvidence(_Evidence):
    """The outcome of a study of the submission: a wire value, or the error that the submission raised in it."""

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
    """The seed of the call that was drawn, as hexadecimal digits. The host sets it, whatever the sandbox says."""
    seconds: Number = 0.0
    """The case's processor time in seconds, as the host measured it. The host sets this too."""
    studies: dict[Short, StudyEvidence] = Field(default={}, max_length=50)
    """The studies, by the name of the check that needs them."""


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
    """One call of a jitted function, made by a program on `line`, with all that was seen from its start to its end.

    `defined` is the line of the function's definition, `first` the index of the call's first trace among all traces of
    the program.
    """

    name: Short
    line: Line | None
    defined: Line | None
    seconds: Number
    first: int = Field(ge=0)
    traces: int = Field(ge=0)
    segments: list[SegmentEvidence] = Field(max_length=100)


class ObservedWrapper(_Evidence):
    """Jitted functions that one line made from one function: how many, and whether with static arguments."""

    line: Line | None
    name: Short
    defined: Line | None
    static: bool
    count: int = Field(ge=1)


class ObservedProgram(_Evidence):
    """The jaxpr that a jitted function was traced to, and what is in it.

    `equations` counts equations at any depth; `constants` is the size of closed-over arrays, in bytes. `text` is only
    the beginning of the jaxpr if it is `cut`.
    """

    name: Short
    defined: Line | None
    equations: int = Field(ge=0)
    primitives: dict[Short, int] = Field(max_length=8)
    constants: int = Field(ge=0)
    text: str = Field(max_length=6000)
    cut: bool


class ObservationEvidence(_Evidence):
    """The header of a program's CASE frame: its first calls, how many there were, and what it raised.

    `outside` are the compiled programs that ran outside of jitted functions, and `single` the milliseconds that JAX
    spent on tracing, lowering and compiling them.
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
