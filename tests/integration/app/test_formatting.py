"""Sources are formatted without being run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from app.domains.drafts.formatting import format_python
from app.kit.errors import InvalidInputError
from app.kit.workers.errors import TooHeavyError

if TYPE_CHECKING:
    from tests.integration.app.conftest import Person

PATH = "/api/v1/format"


async def test_python_is_formatted(ada: Person) -> None:
    answer = await ada.http.post(PATH, json={"source": "x=  [ 1,2 ]\nraise SystemExit"})
    assert answer.json() == {"source": "x = [1, 2]\nraise SystemExit\n"}


async def test_what_python_cannot_read_is_refused(ada: Person, nobody: Person) -> None:
    for source in ("def f(", "(" * 100_000, "a\0b"):
        assert (await ada.http.post(PATH, json={"source": source})).status_code == 422
    assert (await nobody.http.post(PATH, json={"source": "x"})).status_code == 401


@pytest.mark.parametrize(
    ("program", "error", "message"),
    [
        ("import sys; sys.exit(2)", InvalidInputError, "can't read this source"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", TooHeavyError, "too long to process"),
        ("import sys; sys.exit('no ruff here')", RuntimeError, "no ruff here"),
    ],
)
def test_only_source_that_is_not_python_is_blamed(
    program: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.domains.drafts.formatting.COMMAND", (sys.executable, "-I", "-c", program))
    with pytest.raises(error, match=message):
        format_python("x = 1")


async def test_source_that_is_nested_too_deeply_is_too_heavy(ada: Person) -> None:
    answer = await ada.http.post(PATH, json={"source": "x = " + "-" * 60_000 + "1"})
    assert (answer.status_code, answer.json()["code"]) == (422, "too_heavy")
