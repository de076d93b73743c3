"""Sources are formatted without being run."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
