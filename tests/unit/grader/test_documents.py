"""Finds the runnable blocks of a text."""

from __future__ import annotations

import time

import pytest

from app.web.drawing.markdown import render_markdown
from grader.package.runnable import Block, NestedBlockError, find_blocks

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
        "```run python\nx\n```",
        "```text\n```python\n```",
        "````markdown\n```python run\nx\n```\n````",
        "    ```python run\n    x\n    ```",
        "\t```python run\n\tx\n\t```",
        "Text\n    ```python run\n    x\n    ```",
        "- one\n\nText\n\n    ```python run\n    x\n    ```",
        "- one\n\n        ```python run\n        x\n        ```",
        ">     ```python run\n>     x\n>     ```",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert find_blocks(text) == []
    assert "runnable" not in render_markdown(text)


@pytest.mark.parametrize(
    "text",
    [
        "~~~python run\nx\n~~~",
        "``` python  run \nx\n```",
        " ```python run\n x\n ```",
        "- one\n\n  ```python run\n  x\n  ```",
        "```python run\nx\n````",
        "```python run\nx\n  ```  ",
        "```text\n    ```\n> ```\n```\n```python run\nx\n```",
        "```python run\nx",
        "::: note\n```python run\nx\n```\n:::",
        "````text\n```\n````\n```python run\nx\n```",
        "- ```text\n  a\n  ```\n\n```python run\nx\n```",
        "1. ```bash\n   a\n   ```\n\n```python run\nx\n```",
        "> ```text\n> a\n\n```python run\nx\n```",
    ],
)
def test_a_block_with_a_button_is_found(text: str) -> None:
    assert [block.code.rstrip() for block in find_blocks(text)] == ["x"]
    assert render_markdown(text).count("runnable") == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- ```python run\n  x\n  ```", 1),
        ("1. one\n\n    ```python run\n    x\n    ```", 3),
        ("> ```python run\n> x\n> ```", 1),
        ("!!! note\n    ```python run\n    x\n    ```", 2),
        ("- one\n    ```python run\n    x\n    ```", 2),
        ("- one\n  - two\n\n      ```python run\n      x\n      ```", 4),
    ],
)
def test_a_block_with_a_button_that_is_not_found_is_refused(text: str, line: int) -> None:
    assert render_markdown(text).count("runnable") == 1
    with pytest.raises(NestedBlockError) as caught:
        find_blocks(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "line",
    [
        "```python run\nx\n````\n",
        "```python run\n```\n",
        "`" * 200 + "\n",
        "``` " + " " * 996 + "`\n",
        "> " * 500 + "\n",
        "1." * 500 + "\n",
    ],
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
