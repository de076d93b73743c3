"""Finds the runnable blocks of a text."""

from __future__ import annotations

import pytest

from grader.publishing.documents import Block, find_blocks

TEXT = """# Title

```python
shown = only
```

```python run
first = 1
assert first
```
Text.
````python run
inner = "```"
````
"""


def test_only_marked_blocks_are_found_with_their_lines() -> None:
    assert find_blocks(TEXT) == [Block(8, "first = 1\nassert first\n"), Block(13, 'inner = "```"\n')]


@pytest.mark.parametrize(
    "text", ["", "text", "```python run", "```run python\nx\n```", "    ```python run\n    x\n    ```"]
)
def test_nothing_else_is(text: str) -> None:
    assert find_blocks(text) == []
