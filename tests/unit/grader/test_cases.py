"""The cases from which the compile cache is filled: one for each program that a solution may need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.bundle.contents import Case, CaseCall
from grader.inside.generate import run_generator
from grader.package.files import read_package
from grader.protocol import Frame, FrameKind, Make
from grader.publishing.cases import one_of_each_program
from tests.unit.grader.factories import pack

if TYPE_CHECKING:
    from grader.package.files import ProblemFile
    from grader.protocol import Value

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def problem() -> ProblemFile:
    """Return a problem whose output's shape depends on the float `features`."""
    package = read_package(ROOT / "problems" / "jit_forward", ROOT / "reference_solutions" / "jit_forward")
    assert package.problem.returns.type == "float32[N * features]"
    return package.problem


def make(name: str, *calls: dict[str, Value]) -> Case:
    return Case(name, name, tuple(CaseCall("", args, None, None) for args in calls))


BOX = Make("Box", {"vec": pack(1.0), "scale": 1})
OTHER_BOX = Make("Box", {"vec": pack(1.0), "scale": 2})
LONGER_BOX = Make("Box", {"vec": pack(1.0, 2.0), "scale": 1})


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ({"x": pack(1.0)}, {"x": pack(2.0)}, False),
        ({"x": pack(1.0)}, {"x": pack(1.0, 2.0)}, True),
        ({"seed": 1.0}, {"seed": 2.0}, False),
        ({"features": 1.0}, {"features": 2.0}, True),
        ({"steps": 1}, {"steps": 2}, True),
        ({"mode": "a"}, {"mode": "b"}, True),
        ({"train": True}, {"train": False}, True),
        ({"box": BOX}, {"box": OTHER_BOX}, True),
        ({"box": BOX}, {"box": LONGER_BOX}, True),
        ({"trees": [pack(1.0)]}, {"trees": [pack(2.0)]}, False),
        ({"trees": {"a": pack(1.0)}}, {"trees": {"b": pack(1.0)}}, True),
    ],
)
def test_a_case_is_kept_if_it_may_need_another_program(
    problem: ProblemFile, first: dict[str, Value], second: dict[str, Value], *, both: bool
) -> None:
    cases = (make("first", first), make("second", second))
    assert one_of_each_program(cases, problem) == (cases if both else cases[:1])


def test_a_case_whose_calls_were_all_seen_in_others_is_left_out(problem: ProblemFile) -> None:
    one: dict[str, Value] = {"features": 1.0}
    two: dict[str, Value] = {"features": 2.0}
    cases = (make("first", one), make("second", two), make("third", two, one))
    assert one_of_each_program(cases, problem) == cases[:2]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (
            "Case('s', [Call({'x': 1.0})])",
            'case \'s\': name and label are texts, as in `Case("small", "two rows", [Call(',
        ),
        ("Case('s', '', [Call({}, label=np.int64(3))])", "case 's': the label of a call is a text, not np.int64(3)"),
        ("Case('s', '', [Call({}, traces=(1,))])", "case 's': `traces` is a number, a pair of minimum and maximum, or"),
        ("Case('s', '', [Call({}, traces='1')])", "or None, not '1'"),
        ("Case('s', '', [Call({}, traces=(1, float('inf')))])", "or None, not (1, inf)"),
    ],
)
def test_a_field_of_the_wrong_type_is_told(case: str, said: str) -> None:
    frame = generate(case)
    assert (frame.kind, frame.header["stage"]) == (FrameKind.FAILED, "generator")
    assert said in json.dumps(frame.header["error"]).replace('\\"', '"')


def test_numbers_of_numpy_may_say_how_often_is_traced() -> None:
    frame = generate("Case('s', '', [Call({}, traces=np.int64(1)), Call({}, traces=[0, 1]), Call({})])")
    (case,) = json.loads(json.dumps(frame.header["samples"]))
    assert [call["traces"] for call in case["calls"]] == [[1, 1], [0, 1], None]


def test_numbers_may_be_names_and_labels() -> None:
    """Problems were published with them; they become texts."""
    frame = generate("Case(3, None, [Call({}, label=2.5, traces=(1.0, 2))])")
    (case,) = json.loads(json.dumps(frame.header["samples"]))
    assert (case["name"], case["label"], case["calls"]) == (3, None, [{"label": 2.5, "traces": [1, 2], "args": {}}])


def generate(case: str) -> Frame:
    """Return the answer of a generator with this case."""
    lines = ["import numpy as np", "from grader.inside.authoring import Call, Case"]
    lines += [f"def samples():\n    return [{case}]", "def pool(rng):\n    return []\n"]
    sent: list[Frame] = []
    run_generator(Frame(FrameKind.JOB, {"source": "\n".join(lines), "seed": "5eed"}), sent.append)
    return sent[0]
