"""The differences between two versions, as authors see them."""

from __future__ import annotations

from app.domains.authoring.differences import compare
from grader.bundle.contents import Bundle, Case, CaseCall
from tests.unit.grader.factories import make_manifest


def make_case(label: str, value: float) -> Case:
    return Case(label, label, (CaseCall("call 1", {"x": value}, 2 * value, None),))


def test_texts_keys_and_cases_are_compared() -> None:
    kept, old, new = make_case("kept", 1.0), make_case("old", 2.0), make_case("new", 3.0)
    words = [f"keyword {number}" for number in range(20)]
    before = Bundle("", make_manifest(statement="Double it.\n", keywords=[]), (kept,), (kept, old))
    after = Bundle("", make_manifest(statement="Double `x`.\n", keywords=words, difficulty=2), (kept,), (kept, new))
    found = {one.name: one for one in compare(before, after)}
    assert list(found) == ["statement.md", "difficulty", "keywords", "hidden cases"]
    assert found["statement.md"].diff.splitlines()[1:] == ["-Double it.", "+Double `x`."]
    assert (found["difficulty"].told, found["difficulty"].diff) == ("1 -> 2", "")
    assert '+  "keyword 7",' in found["keywords"].diff, "what is too long for a line is a diff"
    assert found["hidden cases"].told == "2 -> 2, 1 of them as before"
    assert "+new: x=3.0 -> 6.0" in found["hidden cases"].diff
    assert [one.name for one in found.values() if not one.noticed] == ["hidden cases"]
    assert compare(before, before) == []
