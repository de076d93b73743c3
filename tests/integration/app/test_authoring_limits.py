"""How much one instructor may write: the files of a problem together, and the number of problems; and finding one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Role
from app.domains.authoring import repository
from app.kit.errors import ProblemNotFoundError
from tests.integration.app.conftest import (
    AUTHORING as API,
)
from tests.integration.app.conftest import EACH_DATABASE

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import Person


async def test_a_problems_files_have_a_limit_together(iris: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are read for each page: single ones could add up to more than any archive may have."""
    path = f"{API}/shift/files/solutions/accepted/long.py"
    monkeypatch.setattr("app.domains.authoring.working.MAX_TOTAL", 100_000)
    answer = await iris.http.put(path, content="#" * 100_000, headers={"if-match": "*"})
    assert (answer.status_code, "in all" in answer.json()["detail"]) == (409, True)
    stored = await iris.http.put(path, content="#" * 50_000, headers={"if-match": "*"})
    assert stored.status_code == 200
    form = {"file": "solutions/accepted/long.py", "content": "# mine\n" * 20_000, "tag": stored.headers["etag"]}
    refused = await iris.send("/authoring/shift/files", **form)
    assert (refused.status_code, "# mine" in refused.text, "Overwrite" in refused.text) == (409, True, False)
    monkeypatch.setattr("app.domains.authoring.working.MAX_TOTAL", 10_000)
    answer = await iris.http.put(path, content="#" * 40_000, headers={"if-match": "*"})
    assert answer.status_code == 200, "what is too large already can be shortened"


async def test_an_instructor_owns_few_problems(iris: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domains.authoring.service.MAX_OWNED", 2)
    assert (await iris.http.post(API, json={"slug": "second", "name": "Second"})).status_code == 201
    refused = await iris.http.post(API, json={"slug": "third", "name": "Third"})
    assert (refused.status_code, "at most 2 problems" in refused.json()["detail"]) == (409, True)
    assert (await iris.http.delete(f"{API}/second")).status_code == 204
    assert (await iris.http.post(API, json={"slug": "third", "name": "Third"})).status_code == 201


@EACH_DATABASE
async def test_one_problem_is_found_without_all_others(
    iris: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, asked = application.state.services, []
    list_problems = repository.list_problems

    def note(session: Session, slug: str | None = None) -> dict[str, repository.ProblemRow]:
        found = list_problems(session, slug)
        asked.append(sorted(found))
        return found

    monkeypatch.setattr(repository, "list_problems", note)
    account = await services.accounts.find("iris")
    assert (await services.authoring.find(account, "shift")).row.owner == "iris"
    assert asked == [["shift"]]
    for slug in ("shif", "SHIFT", "shift\0", "..", ""):
        with pytest.raises(ProblemNotFoundError):
            await services.authoring.find(account, slug)
    admin = replace(account, role=Role.ADMIN)
    assert (await services.authoring.find(admin, "double")).row.version == 1
    with pytest.raises(ProblemNotFoundError, match="Did you mean `double`"):
        await services.authoring.find(admin, "doubel")
