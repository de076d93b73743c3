"""The style sheets are joined into one file, so a class that two of them defined would have the rules of both."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

STYLES = Path(__file__).parents[3] / "web" / "styles"
SPLIT = frozenset({"code-area", "filebar", "runbar"})
"""Parts of a problem's page whose appearance is in `problem.css` and whose position is in `work.css`."""


def test_each_class_is_defined_by_one_style_sheet() -> None:
    places = defaultdict(set)
    for path in STYLES.glob("*.css"):
        for selectors in re.findall(r"^([^@{}\n][^{}]*)\{", path.read_text(encoding="utf-8"), re.MULTILINE):
            for selector in selectors.split(","):
                if found := re.fullmatch(r"\s*\.([\w-]+)\s*", selector):
                    places[found[1]].add(path.name)
    assert {name: where for name, where in places.items() if len(where) > 1 and name not in SPLIT} == {}
