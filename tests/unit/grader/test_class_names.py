"""Each class name has one meaning, so that a reader needn't ask which of two classes is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[3]

ONE_THING_ON_TWO_SIDES = {
    "Body": "what an author writes in cases.py, and the wire's form of it",
    "Build": "likewise",
    "Make": "likewise",
    "Case": "a case as an author's cases.py makes it, and as a bundle holds it",
}
"""Names that authors' files import and that can't change, or names for one thing on both sides of a boundary."""


def find_classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    for package in ("app", "grader"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_each_class_name_has_one_meaning() -> None:
    twice = {name: places for name, places in find_classes().items() if len(places) > 1}
    excused = ONE_THING_ON_TWO_SIDES.keys()
    assert {name: places for name, places in twice.items() if name not in excused} == {}
    assert excused - twice.keys() == set(), "an exception that nothing needs any more"
