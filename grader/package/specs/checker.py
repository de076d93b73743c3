"""The check that runs a problem's own checker."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Name, Strict, Text


class CheckerCode(Strict):
    """One kind of error that a `checker.py` can find."""

    meaning: Text = Field(description="when the checker returns it, for the documentation")
    verdict: Literal["wrong_answer", "wrong_structure", "invalid_output"] = Field(
        default="wrong_answer", description="the verdict that it gives"
    )


class CheckerSpec(Strict):
    """The problem's own `checker.py`, beside `reference.py`, must not find any error in the outputs of a case.

    Its function `check(calls)` gets a list of `grader.inside.authoring.Seen`, one for each call, and returns None or a
    `Finding`. It runs in a sandbox of its own, which the submission never enters, and is not shown to learners. An
    exception in it is the platform's failure, never the learner's. For a problem with several right answers, set
    `values: null`.
    """

    codes: dict[Name, CheckerCode] = Field(
        min_length=1,
        max_length=50,
        description="each code that it can return, which learners see as `checker.<code>`: "
        "`meaning` says when, `verdict` is `wrong_answer` (the default), `wrong_structure` or `invalid_output`",
    )
