"""Explanations of traces from odd, forged or rare evidence; the integration tests use JAX's real messages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.judge.evidence import TraceEvidence, WrapperEvidence
from grader.judge.retrace import explain_retrace
from grader.judge.retrace_words import HINTS, WORDS, type_in_words
from tests.unit.grader.factories import JSON, make_trace, make_wrapper

SEEN = "TRACING CACHE MISS at solution.py:9:4 (run):\n  for fwd defined at solution.py:8\n"
TYPES = SEEN + "  different input types:\n  * at x, now {now} and before {before}\n"
TREES = SEEN + "  different input pytree:\n  * at input path {path}, now {now} and before {before}, so {why}\n"
OF_STATIC = "<class 'jax._src.tree_util.Static'> with pytree metadata Static(val={})"
OF_MODULE = "<class 'flax.nnx.graphlib.GraphDef'> with pytree metadata {}"


def leaf(path: str, kind: str, text: str) -> JSON:
    return {"path": path, "kind": kind, "text": text}


def explain(trace: JSON, *earlier: JSON, hidden: bool = False, wrappers: tuple[JSON, ...] = ()) -> tuple[str, str]:
    """Return the code and the sentence."""
    traces = [TraceEvidence.model_validate(one) for one in (*earlier, trace)]
    notes = [WrapperEvidence.model_validate(note) for note in wrappers]
    found = explain_retrace(traces[-1], traces[:-1], notes, hidden=hidden)
    return found.cause.code, found.message


RARE = {
    "on another device": (
        make_trace(miss=TYPES.format(now="float32[4@j]({})", before="float32[4@i]({})")),
        "placement",
        "`x` is on different devices from before: float32[4@i], now float32[4@j]",
    ),
    "a number where an array was": (
        make_trace(miss=TYPES.format(now="f32[]{weak_type=True}", before="f32[3]{weak_type=False}")),
        "scalar",
        "`x` was float32[3] before and is weak float32[] now: a Python number has no axes",
    ),
    "a module whose change is not seen": (
        make_trace(
            miss=TREES.format(
                path="[0][0]._graphdef",
                now=OF_MODULE.format("GraphDef(a)"),
                before=OF_MODULE.format("GraphDef(b)"),
                why="the pytree node metadata does not match",
            ),
            arguments=[leaf("n", "value", "2")],
        ),
        "module_changed",
        "the structure of the module `n` changed",
    ),
    "static, then traced": (
        make_trace(miss=SEEN + "  cache miss explanation unavailable\n", arguments=[leaf("n", "traced", "int32[]")]),
        "static_traced",
        "`n` was 2 before and is int32[] now: static in one call and traced in another",
    ),
    "the static function that JAX's log names, and not the first one": (
        make_trace(
            miss=TREES.format(
                path="[0][1]",
                now=OF_STATIC.format("<function object>"),
                before=OF_STATIC.format("<function object>"),
                why="the pytree node metadata does not match",
            ),
            arguments=[leaf("f", "identity", "function"), leaf("g", "identity", "function")],
        ),
        "static_function",
        "a new function is passed in the static argument `g`, and a function equals only itself",
    ),
    "another function": (
        make_trace(name="other", line=20, miss="TRACING CACHE MISS at solution.py:9:4:\n  never seen function:\n"),
        "another_function",
        "`other` had not been traced before",
    ),
    "an unknown reason": (make_trace(), "unknown", "something in the cache key differs"),
}


@pytest.mark.parametrize(("trace", "code", "words"), RARE.values(), ids=RARE)
def test_rare_reasons_are_told(trace: JSON, code: str, words: str) -> None:
    before = make_trace(arguments=[leaf("n", "value", "2")])
    found, message = explain(trace, before)
    assert found == code
    assert words in message


@pytest.mark.parametrize(
    ("parts", "code", "words"),
    [
        ([leaf("box", "object", "Box"), leaf("box.act", "identity", "function")], "static_function", "argument `box`"),
        (
            [leaf("box", "object", "Box"), leaf("box.of", "identity", "A")],
            "static_identity",
            "argument `box` is or holds a new object",
        ),
        ([leaf("net", "identity", "PjitFunction"), leaf("g", "object", "method")], "static_function", "argument `g`"),
        (
            [leaf("box", "node", "Box"), leaf("box.x", "traced", "f32[3]"), leaf("box.act", "identity", "function")],
            "unknown",
            "JAX doesn't say what",
        ),
    ],
    ids=["a function within", "an object within", "a method after a function of JAX", "a function in an ordinary one"],
)
def test_of_equal_arguments_a_static_one_that_equals_no_other_is_told(parts: list[JSON], code: str, words: str) -> None:
    trace = make_trace(miss=SEEN + "  cache miss explanation unavailable\n", arguments=parts)
    found, message = explain(trace, trace)
    assert (found, words in message) == (code, True), message
    _, message = explain(trace, trace, hidden=True)
    assert words in message


def test_every_reason_has_its_words_and_its_hint() -> None:
    assert WORDS.keys() == HINTS.keys()
    assert all(without for _, without in WORDS.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f32[3]", "float32[3]"),
        ("i32[]{weak_type=True}", "weak int32[]"),
        ("int32[] weak", "weak int32[]"),
        ("bf16[2,3]({})", "bfloat16[2,3]"),
        ("u8[]{weak_type=False}", "uint8[]"),
        ("key<fry>[2]", "key<fry>[2]"),
        ("bool[3]", "bool[3]"),
    ],
)
def test_types_are_written_in_one_way(text: str, words: str) -> None:
    assert type_in_words(text) == words


def test_a_function_that_names_itself_after_a_value_is_not_named_in_a_hidden_case() -> None:
    trace = make_trace(name="value_is_0_25", miss=TYPES.format(now="f32[25]", before="f32[3]"))
    for hidden in (False, True):
        found = explain_retrace(TraceEvidence.model_validate(trace), [], [], hidden=hidden)
        text = f"{found.function} {found.message} {found.cause}"
        assert ("25" in text) is not hidden


LOGGED = st.lists(
    st.sampled_from(
        [
            *(SEEN, TYPES, TREES, "never seen function", "Tracing context doesn't match", "different input pytree"),
            *(
                "  * at input path [0][0]",
                "  * at input path [1]",
                ", now ",
                " and before ",
                ", so ",
                "f32[",
                "[1]['n']",
            ),
            *(
                "<class 'A'> with pytree metadata ",
                "Static(val=",
                " id=1",
                "key sets: {'a'}",
                "\n",
                "{",
                "}",
                "%s",
                "different",
            ),
            *(
                "  * jax_x differs: now 1 and before 2\n",
                "length 2",
                " object>",
                "different input types",
                "@",
                "weak_type",
            ),
        ]
    ),
    max_size=12,
).map("".join)
ARGUMENTS = st.lists(
    st.builds(
        leaf,
        st.text(max_size=8),
        st.sampled_from(["traced", "array", "value", "identity", "object", "node"]),
        st.text(max_size=8),
    ),
    max_size=5,
)
TRACES = st.builds(
    lambda miss, arguments, name: make_trace(miss=miss, arguments=arguments, name=name),
    LOGGED | st.text(max_size=200),
    ARGUMENTS | st.none(),
    st.sampled_from(["fwd", "scan", "while", "{before}"]),
)


@settings(max_examples=200)
@given(TRACES, st.lists(TRACES, max_size=3), st.booleans(), st.booleans())
def test_no_evidence_raises_anything(trace: JSON, earlier: list[JSON], hidden: bool, in_call: bool) -> None:  # noqa: FBT001 - drawn
    code, message = explain(trace, *earlier, hidden=hidden, wrappers=(make_wrapper(in_call=in_call),))
    assert code in WORDS
    assert message
