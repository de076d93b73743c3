"""How the check `wrapped_by` judges functions that are wrapped again."""

from __future__ import annotations

import pytest

from grader.judge.verdict import judge_case
from grader.package.specs import Checks
from grader.package.specs.transforms import WrappedBySpec
from tests.unit.grader.factories import make_case, make_evidence, make_frame, make_manifest, make_wrapper, pack


@pytest.mark.parametrize(("traced", "code"), [(True, "wrapped_by.ok"), (False, "wrapped.rewrapped")])
@pytest.mark.parametrize("rewrap", ["never", "per_call"])
def test_wrappers_made_while_jax_traces_are_no_new_programs(rewrap: str, *, traced: bool, code: str) -> None:
    inner = [make_wrapper(kind="jax.jit", name="loss", number=n, line=9, traced=traced) for n in (1, 2)]
    spec = WrappedBySpec.model_validate({"wrappers": ["jax.jit", "nnx.jit"], "rewrap": rewrap})
    evidence = make_evidence(wrappers=[make_wrapper(in_call=False), *inner])
    frame = make_frame([evidence] * 2, [pack(1, 4), pack(3, 4)])
    report, _ = judge_case(make_manifest(Checks(wrapped_by=spec)), make_case(), frame, hidden=False)
    assert report.checks[1].code == code
