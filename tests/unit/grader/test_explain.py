"""Explanations of exceptions in a learner's words. The messages are those of JAX 0.10 and 0.12, cut to a few lines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import jax.errors
import pytest

from grader.judge.errors import RULES
from grader.judge.errors.hidden import HIDDEN
from grader.judge.evidence import ErrorEvidence
from grader.judge.explain import explain_error, report_error
from grader.report import Verdict
from tests.unit.grader.alike import ALIKE
from tests.unit.grader.factories import make_error

if TYPE_CHECKING:
    from grader.judge.errors.rule import Rule

ARRAY_IN_AUX = (
    "Make sure that metadata fields are hashable and have simple equality semantics. "
    "(Note: arrays cannot be passed as metadata fields!)"
)
MESSAGES = {
    "sys.exit": ("SystemExit", [], "0", "error.exit"),
    "an interrupt": ("KeyboardInterrupt", [], "", "error.exit"),
    "no module": ("ModuleNotFoundError", ["ImportError"], "No module named 'torch'", "error.import"),
    "no name": (
        "ImportError",
        [],
        "cannot import name 'a' from 'jax' (/x/site-packages/jax/__init__.py)",
        "error.import",
    ),
    "the starter": ("NotImplementedError", ["RuntimeError"], "", "error.not_implemented"),
    "unregistered, jit": (
        "TypeError",
        [],
        (
            "Error interpreting argument to <function run at 0x7f40> as an abstract array. The problematic value is "
            "of type <class 'solution.Box'> and was passed to the function at path b.\nThis typically means"
        ),
        "error.not_a_pytree",
    ),
    "unregistered, scan": (
        "TypeError",
        [],
        "Argument '<solution.Box object at 0x7ff6>' of type '<class 'solution.Box'>' is not a valid JAX type",
        "error.not_a_pytree",
    ),
    "array in aux, 0.12": (
        "ValueError",
        [],
        "Exception raised while checking equality of metadata fields of pytree node of type <class 'solution.Box'>. "
        + ARRAY_IN_AUX,
        "error.array_in_aux",
    ),
    "array in aux, 0.10": (
        "ValueError",
        [],
        "Exception raised while checking equality of metadata fields of pytree. " + ARRAY_IN_AUX,
        "error.array_in_aux",
    ),
    "static array": (
        "ValueError",
        [],
        (
            "Non-hashable static arguments are not supported. An error occurred while trying to hash an object of type "
            "<class 'jaxlib._jax.ArrayImpl'>, [1. 1.]. The error was:\nTypeError: unhashable type: 'ArrayImpl'"
        ),
        "error.static_unhashable",
    ),
    "traced size": (
        "TypeError",
        [],
        (
            "Shapes must be 1D sequences of concrete values of integer type, got (JitTracer(~int32),).\nIf using "
            "`jit`, try using `static_argnums` or applying `jit` to smaller subfunctions."
        ),
        "error.tracer_shape",
    ),
    "int of a tracer": (
        "ConcretizationTypeError",
        ["TypeError"],
        (
            "Abstract tracer value encountered where concrete value is expected: traced array with shape float32\nThe "
            "problem arose with the `int` function."
        ),
        "error.tracer_shape",
    ),
    "range of a tracer": (
        "TracerIntegerConversionError",
        ["TypeError"],
        "The __index__() method was called on traced array with shape int32[]",
        "error.tracer_shape",
    ),
    "if of a tracer": (
        "TracerBoolConversionError",
        ["ConcretizationTypeError", "TypeError"],
        "Attempted boolean conversion of traced array with shape bool[].",
        "error.tracer_bool",
    ),
    "numpy of a tracer": (
        "TracerArrayConversionError",
        ["TypeError"],
        "The numpy.ndarray conversion method __array__() was called on traced array with shape float32[]",
        "error.tracer_numpy",
    ),
    "a leak": (
        "UnexpectedTracerError",
        ["TypeError"],
        "Encountered an unexpected tracer. A function",
        "error.trace_leak",
    ),
    "debugger": ("RuntimeError", [], "no debugger or tracer can be used while code is graded", "error.debugger"),
    "recursion": ("RecursionError", ["RuntimeError"], "maximum recursion depth exceeded", "error.recursion"),
    "deleted": ("RuntimeError", [], "Array has been deleted with shape=float32[3].", "error.donated"),
    "deleted before it was ready": (
        "JaxRuntimeError",
        ["RuntimeError"],
        "INVALID_ARGUMENT: BlockHostUntilReady() called on deleted or donated buffer",
        "error.donated",
    ),
    "given to a program after it was donated": (
        "ValueError",
        [],
        "INVALID_ARGUMENT: Invalid buffer passed to Execute() as argument 1: Buffer has been deleted or donated.",
        "error.donated",
    ),
    "shapes": (
        "TypeError",
        [],
        "dot_general requires contracting dimensions to have the same shape, got (3,) and (4,).",
        "error.shape_dot",
    ),
    "one's own": ("Mine", ["Exception"], "unhashable type: 'Array'", "error.exception"),
    "no Exception": ("Odd", ["BaseException"], "", "error.exception"),
    "no bases": ("Forged", [], "", "error.exception"),
}


def evidence(**overrides: object) -> ErrorEvidence:
    return ErrorEvidence.model_validate(make_error(**overrides))


@pytest.mark.parametrize(("kind", "bases", "message", "code"), MESSAGES.values(), ids=MESSAGES)
@pytest.mark.parametrize("hidden", [False, True], ids=["sample", "hidden"])
def test_each_message_has_its_rule(kind: str, bases: list[str], message: str, code: str, *, hidden: bool) -> None:
    error = evidence(type=kind, bases=[kind, *bases], message=message)
    verdict, found, words, line = explain_error(error, hidden=hidden)
    assert (verdict, found, line) == (Verdict.RUNTIME_ERROR, code, 4)
    assert words.endswith(" It happened in the part of your file that begins at line 4." if hidden else " Line 4.")
    assert "`An exception`" not in words
    assert "{" not in words
    assert "site-packages" not in words


@pytest.mark.parametrize(("kind", "message", "code", "words"), ALIKE.values(), ids=ALIKE)
def test_a_rule_fits_no_other_exception(kind: str, message: str, code: str, words: str) -> None:
    _, found, told, _ = explain_error(evidence(type=kind, bases=[kind], message=message), hidden=False)
    assert found == code
    assert words in told


@pytest.mark.parametrize(
    "text",
    [
        "return lax.top_k(x, n)",
        "best, places = lax.top_k(x, n)  # the largest",
        "self.row = jax.random.choice(key, x, (n,))[0]",
        "widest = jnp.max(x, keepdims=n).sum()",
        "run = jax.jit(lambda x, n: lax.map(jnp.sin, x, batch_size=n))",
        "taken = lax.top_k(x, count)",
    ],
)
def test_a_setting_that_a_library_asks_for_is_to_be_static(text: str) -> None:
    words = explain_asking(text)
    assert words.startswith("A function called in this line must know the value of an argument")
    assert "make it static" in words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "if jnp.any(x):",
        "while step(x):",
        "assert check(x)",
        "jnp.isnan(x).any()",
        "ok = (jnp.isnan(x)",
        "ok = jnp.isnan(x).any() \\",
        "return f(x) or g(x)",
        "return low(x) < x < high(x)",
        "y = f(x) if g(x) else x",
        "y = [row for row in rows(x) if g(row)]",
        "y = max(f(x), 0)",
        "y = sorted(f(x))",
        "y = functools.reduce(max, f(x))",
        "y = list(filter(f, x))",
        "place = rows.index(f(x))",
        "return bool(f(x))",
    ],
)
def test_a_question_that_python_itself_may_ask_is_to_be_written_otherwise(text: str) -> None:
    assert explain_asking(text).startswith("By `if`, `while`, `and`, `or`, `not`, `max` or the like, Python asked a")


def test_a_rule_about_a_line_gives_the_code_that_is_given_where_no_line_is_known() -> None:
    without = {(rule.code, kind) for rule in RULES if not rule.line for kind in rule.types}
    assert {(rule.code, kind) for rule in RULES if rule.line for kind in rule.types} <= without


def explain_asking(text: str) -> str:
    """Return what is said of a traced value that was asked whether it is true on a line with this text."""
    frames = [{**make_error()["frames"][0], "text": text}]
    error = evidence(type="TracerBoolConversionError", message="Attempted boolean conversion", frames=frames)
    _, code, words, _ = explain_error(error, hidden=False)
    assert code == "error.tracer_bool"
    return words


def test_what_a_library_does_not_implement_is_not_a_part_that_is_still_to_be_written() -> None:
    error = {"type": "NotImplementedError", "message": "The 'out' argument to jnp.sum is not supported."}
    told = {own: explain_error(evidence(**error, own=own), hidden=False)[1:3] for own in (True, False)}
    assert told[True][0] == told[False][0] == "error.not_implemented"
    assert told[True][1].startswith("This part is still to be written")
    assert told[False][1].startswith("JAX, or another library, can't do what is asked of it here")


def test_a_hidden_case_has_one_sentence_for_each_code() -> None:
    """`count_outcomes` counts codes, and a submission chooses the text by which rules of one code are told apart."""
    told: dict[str, set[tuple[str, object]]] = {}
    for rule in RULES:
        told.setdefault(rule.code, set()).add((rule.words, rule.lesson))
    assert {code for code, words in told.items() if len(words) > 1} == set(HIDDEN)
    several = {kind: message for kind, message, code, _ in ALIKE.values() if code == "error.exception"}
    words = {
        explain_error(evidence(type=kind, bases=[kind], message=message), hidden=True)[2]
        for kind, message in several.items()
    }
    assert words == {"An exception was raised. It happened in the part of your file that begins at line 4."}


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("MemoryError", "Unable to allocate 32.0 GiB for an array with shape (4294967296,)"),
        ("_ArrayMemoryError", "Unable to allocate"),
        ("JaxRuntimeError", "RESOURCE_EXHAUSTED: Out of memory allocating 140737488355328 bytes."),
    ],
)
def test_memory_is_a_limit_and_no_error(kind: str, message: str) -> None:
    bases = ["MemoryError"] if "MemoryError" in kind else ["RuntimeError"]
    found = explain_error(evidence(type=kind, bases=bases, message=message), hidden=False)
    assert found == (Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", "The memory limit was reached.", 4)


def test_an_import_says_what_is_missing_and_not_where_things_lie() -> None:
    message = "cannot import name 'vamp' from 'jax' (/opt/venv/lib/python3.13/site-packages/jax/__init__.py)"
    error = evidence(type="ImportError", bases=["ImportError"], message=message)
    words = explain_error(error, hidden=False)[2]
    assert words.startswith("An import failed: cannot import name 'vamp' from 'jax'. JAX, Flax, Optax and NumPy can")
    assert report_error(error, hidden=False).message == "cannot import name 'vamp' from 'jax'"


def test_an_error_without_a_line_has_none_in_its_sentence() -> None:
    error = evidence(frames=[], own=False)
    assert explain_error(error, hidden=False)[2:] == ("`ValueError` was raised.", None)


def test_the_report_shows_the_submissions_lines() -> None:
    frames = [
        {"line": 9, "function": "fwd", "text": "return helper(x)"},
        {"line": 4, "function": "helper", "text": ""},
    ]
    report = report_error(evidence(frames=frames, message="two\nlines"), hidden=False)
    assert report.traceback.splitlines() == [
        "Traceback (your lines):",
        "  line 9, in fwd",
        "    return helper(x)",
        "  line 4, in helper",
        "ValueError: two",
        "lines",
    ]
    assert (report.type, report.message) == ("ValueError", "two\nlines")


def test_lines_of_a_message_about_other_files_are_left_out() -> None:
    message = (
        "wrong\n  File /dojo/grader/inside/harness.py:1\nat /v/site-packages/jax/a.py:3\n--------------------\nend"
    )
    assert report_error(evidence(message=message), hidden=False).message == "wrong\nend"


def test_a_long_message_is_cut() -> None:
    assert report_error(evidence(message="x" * 3000), hidden=False).message == "x" * 1500 + " …"


@pytest.mark.parametrize("kind", ["IndexError", "Secret_0_25", "TracerBoolConversionError", "SystemExit"])
def test_a_hidden_case_withholds_what_a_submission_can_choose(kind: str) -> None:
    """Messages and types could carry a hidden case's numbers."""
    error = evidence(type=kind, bases=["Exception"], message="x was 0.25")
    report = report_error(error, hidden=True)
    words = explain_error(error, hidden=True)[2]
    assert report.type == "An exception"
    assert "withheld" in report.message
    assert "0.25" not in report.model_dump_json() + words
    assert kind not in report.model_dump_json()
    assert "Secret" not in words
    assert "0.25" in report_error(error, hidden=False).message


def test_a_recursion_is_told_once() -> None:
    again = {"line": 9, "function": "fwd", "text": "return fwd(x)"}
    ping, pong = ({"line": line, "function": name, "text": ""} for line, name in ((3, "ping"), (6, "pong")))
    one = report_error(evidence(frames=[make_error()["frames"][0], *[again] * 19]), hidden=False).traceback
    assert one.count("return fwd(x)") == 1
    assert "    (and so on, 19 times or more)" in one
    two = report_error(evidence(frames=[ping, pong] * 10), hidden=False).traceback
    assert two.splitlines()[1:4] == ["  line 3, in ping", "  line 6, in pong", "    (and so on, 10 times or more)"]
    twice = report_error(evidence(frames=[again, again]), hidden=False).traceback
    assert twice.count("return fwd(x)") == 2


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.lesson], ids=lambda rule: rule.code)
def test_a_lesson_that_is_pointed_to_has_that_heading(rule: Rule) -> None:
    assert rule.lesson is not None
    slug, heading = rule.lesson
    lesson = (Path(__file__).parents[3] / "problems" / slug / "lesson.md").read_text(encoding="utf-8")
    assert f"## {heading}\n" in lesson


UNEXPLAINED = {
    "InconclusiveDimensionOperation": "sizes that aren't known, which only export has",
    "JAXIndexError": "a base class",
    "JAXTypeError": "a base class",
    "JaxprTypeError": "a mistake of JAX itself",
}
"""The classes of `jax.errors` that have no lesson, each with the reason."""


def test_each_class_of_jax_errors_leads_to_a_lesson() -> None:
    classes = {name for name, found in vars(jax.errors).items() if isinstance(found, type)}
    taught = {name for rule in RULES if rule.lesson for name in rule.types}
    assert classes - taught == set(UNEXPLAINED)
