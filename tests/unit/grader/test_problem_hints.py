"""A problem's hints are those that its author wrote: none is merged with another, and none gets lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import PackageError
from grader.package.hints import parse_hints

PATH = Path("hints.md")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("## Hint\n\n1. ```python\n   x = 1\n   ```\n\n## Hint\n\nSecond.\n", 2),
        ("## Hint\n\n- ```text\n  a\n  ```\n\n## Hint\n\nB.\n\n## Hint\n\nC.\n", 3),
        ("## Hint\n\n```python\nx = 1\n\n## Hint\n\nSecond.\n", 2),
        ("## Hint\n\n```python\nx = 1\n\n## Hint\n\n```python\ny = 2\n```\n", 2),
        ("## Hint 1\n\n```python\nx = 1\n\n## Hint 2\n\nSecond.\n", 2),
        ("## Hint\n\n```markdown\n## Title\n```\n\n## Hint\n\nSecond.\n", 2),
        ("# Hints\n\n## Hint\n\nLook.\n", 1),
        ("<!-- For learners\nwho are stuck. -->\n\n# Hints\n\n## Hint\n\nLook.\n", 1),
    ],
)
def test_each_hint_stands_for_itself(text: str, number: int) -> None:
    assert len(parse_hints(text, PATH)) == number


@pytest.mark.parametrize("text", ["# Hint\n\nLook.\n\n## Hint\n\nAdd.\n", "Look.\n\n## Hint\n\nAdd.\n"])
def test_text_that_nobody_would_see_is_refused(text: str) -> None:
    with pytest.raises(PackageError, match="text before the first hint"):
        parse_hints(text, PATH)
