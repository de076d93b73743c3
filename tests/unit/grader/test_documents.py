"""Finds the runnable blocks of a text."""

from __future__ import annotations

import time

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
    "text",
    [
        "",
        "text",
        "```python run",
        "```run python\nx\n```",
        "    ```python run\n    x\n    ```",
        "```python run\nx\n````",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert find_blocks(text) == []


@pytest.mark.parametrize(
    "line", ["```python run\n", "```python run\nx\n````\n", "```python run\n```\n", "`" * 200 + "\n"]
)
def test_the_time_grows_with_the_text_and_no_faster(line: str) -> None:
    """A stranger's text is read in the server's process: 256 KiB of fences once took 26 s."""

    def measure(characters: int) -> float:
        text, times = line * (characters // len(line)), []
        for _ in range(3):
            began = time.process_time()
            find_blocks(text)
            times.append(time.process_time() - began)
        return min(times)

    assert measure(2**18) < 60 * measure(2**14)  # 16 times as long; quadratic work would be 256 times as much
