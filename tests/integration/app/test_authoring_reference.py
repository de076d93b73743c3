"""What the API tells an author's tools about checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.package.specs import Checks

if TYPE_CHECKING:
    from tests.integration.app.conftest import Person


async def test_the_checks_are_documented(iris: Person) -> None:
    found = {one["name"]: one for one in (await iris.http.get("/api/v1/authoring/checks")).json()["checks"]}
    assert list(found) == list(Checks.model_fields)
    assert found["values"]["example"].startswith("values: {")
    [tolerance] = [one for one in found["values"]["options"] if one["name"] == "tolerance"]
    assert tolerance["description"]
    assert found["values"]["codes"]["values.mismatch"]["verdict"] == "wrong_answer"
