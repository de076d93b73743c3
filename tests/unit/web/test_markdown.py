"""Markdown becomes safe HTML, and only that."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.drawing.markdown import highlight_python, render_inline, render_markdown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](https://example.com/x.png)",
        '<a href="https://example.com" onclick="alert(1)">x</a>',
        "::: note <script>alert(1)</script>\nx\n:::",
        '!!! note "<script>alert(1)</script>"\n    x',
        "```python\n</code><script>alert(1)</script>\n```",
        '```"><script>alert(1)</script>\nx\n```',
    ],
)
def test_nothing_authored_runs_or_loads(text: str) -> None:
    html = render_markdown(text)
    assert not re.search(r"<(script|img|a [^>]*onclick)|href=\"javascript", html)
    assert " style=" not in html


@given(st.text(alphabet="<>\"'&`*_[]()!: \n\\abjs=/#", max_size=80))
def test_only_known_tags_come_out(text: str) -> None:
    known = r"</?(p|h[1-6]|[uo]l|li|blockquote|pre|code|em|strong|s|a|hr|br|div|span|table|thead|tbody|tr|th|td)\b"
    for tag in re.findall(r"<[^>]*>?", render_markdown(text)):
        assert re.match(known, tag), tag


def test_headings_get_ids_with_the_prefix() -> None:
    assert 'id="lesson-the-cache-key"' in render_markdown("## The cache key", "lesson-")


def test_code_is_coloured_by_classes() -> None:
    html = render_markdown("```python\ndef f(): ...\n```")
    assert '<span class="k">def</span>' in html


@pytest.mark.parametrize(
    ("text", "kind", "title"),
    [
        ("::: pitfall Two caches\nbody\n:::", "pitfall", "Two caches"),
        (":::note\nbody\n:::", "note", "Note"),
        ("!!! warning\n    body", "warning", "Warning"),
        ("!!! danger\n    body", "note", "Danger"),
    ],
)
def test_callouts(text: str, kind: str, title: str) -> None:
    html = render_markdown(text)
    assert f'class="callout {kind}"' in html
    assert f'<p class="callout-title">{title}</p>' in html


def test_tables_can_scroll() -> None:
    assert '<div class="table" tabindex="0" role="group" aria-label="Table"><table>' in render_markdown(
        "|a|b|\n|-|-|\n|1|2|"
    )


def test_one_line_has_no_paragraph() -> None:
    assert render_inline("seeds `nnx.Rngs`") == "seeds <code>nnx.Rngs</code>"


def test_source_lines_are_marked_and_escaped() -> None:
    html = highlight_python('x = "<b>"\ny = 1\n', 2)
    assert "<b>" not in html
    assert '<span class="source-line marked" id="line-2">' in html
    assert "line-3" not in html


def test_mathematics_stays_tex_for_the_script() -> None:
    html = render_markdown("so $a < b$ and\n\n$$\nx^2\n$$\n")
    assert '<span class="tex">a &lt; b</span>' in html
    assert '<div class="tex">x^2</div>' in html


def test_prices_are_no_mathematics() -> None:
    assert "tex" not in render_markdown("It costs $5 and $6, or $HOME.")


def test_indented_code_can_be_scrolled_by_keyboard() -> None:
    html = render_markdown("Text:\n\n    a ──> b <c>\n")
    assert '<pre class="highlight" tabindex="0"><code>a ──&gt; b &lt;c&gt;' in html


def test_of_an_image_its_text_is_shown() -> None:
    assert "See the tree here." in render_markdown("See ![the tree](tree.png) here.")
    html = render_markdown("![a <b>](https://example.com/x.png) and ![](tree.png)")
    assert '<a href="https://example.com/x.png"' in html
    assert ">a &lt;b&gt;</a> and tree.png" in html


def test_an_empty_corner_of_a_table_heads_nothing() -> None:
    html = render_markdown("| | first |\n|---|---|\n| second | 1 |\n")
    assert "<td></td>" in html
    assert "<th>first</th>" in html


def test_only_a_block_marked_as_a_program_can_be_run() -> None:
    assert '<pre class="highlight runnable"' in render_markdown("```python run\nx = 1\n```\n")
    for fence in ("python", "python running", "text run", "python run x"):
        assert "runnable" not in render_markdown(f"```{fence}\nx = 1\n```\n")
