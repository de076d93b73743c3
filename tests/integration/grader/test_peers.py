"""What other judges' sandboxes run in the benchmark is judged as the platform's own runs are."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from bench.peers import PlainProcess
from bench.rivals import compare_outputs_alone, judge_frames
from grader.bundle.contents import Bundle, Case, CaseCall
from grader.grading.jobs import build_job
from grader.protocol import encode_frame
from grader.sandbox.interpreter import Interpreter
from tests.integration.app.press import make_manifest

CASES = tuple(Case(f"c{x}", "one", (CaseCall("call 1", {"x": x}, 2 * x, None),)) for x in (1.0, 3.0))


def test_a_plain_process_runs_the_cases_and_wrong_outputs_end_the_benchmark() -> None:
    bundle = compare_outputs_alone(Bundle("", make_manifest(), CASES[:1], CASES[1:]))
    plain = PlainProcess(Interpreter.probe(Path(sys.executable)))

    def judge(source: str) -> None:
        answer = plain.run(encode_frame(build_job(source, bundle.manifest, CASES)))
        judge_frames(bundle, CASES, io.BytesIO(answer).read)

    judge("def double(x):\n    return x * 2\n")
    with pytest.raises(SystemExit, match=r"wrong_answer on c3\.0"):
        judge("def double(x):\n    return x * x + 1\n")
