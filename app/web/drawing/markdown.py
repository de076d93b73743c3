"""Renders the Markdown of statements and lessons as safe HTML.

Authors can't add scripts: raw HTML is shown as text, and the output is also sanitised with an allow-list.
Code is coloured with CSS classes, so the pages' content security policy needs no exception for styles.
Mathematics, `$x^2$` or `$$` on lines of their own, is left as TeX; the browser's script renders it as MathML.
Callouts are `::: note`, `::: tip`, `::: pitfall` or `::: warning`, up to a line `:::`, or indented below `!!! note`.

The three functions are tasks: a malicious text can take minutes, so they run in workers (`app.web.drawing.pieces`).
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final

import nh3
from markdown_it import MarkdownIt
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from app.kit.workers.errors import TooHeavyError
from app.kit.workers.tasks import task
from app.web.drawing.headings import name_heading

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.renderer import RendererProtocol
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

    RenderRule = Callable[[RendererProtocol, Sequence[Token], int, OptionsDict, EnvType], str]

CALLOUTS: Final = ("note", "tip", "pitfall", "warning")
BLOCKS: Final = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr", "br", "div")
TABLES: Final = ("table", "thead", "tbody", "tr", "th", "td")
INLINE: Final = ("code", "em", "strong", "s", "a", "span")
TAGS: Final = frozenset({*BLOCKS, *TABLES, *INLINE})
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4"})
"""The headings that get ids."""
MAX_HTML: Final = 4 << 20
"""The maximum size of what a text becomes, in characters. One address that a thousand links refer to is written a
thousand times, so a small text can become a very large one."""
_TITLE: Final = frozenset({"text", "code_inline"})
"""The tokens of a heading that are part of its id."""
ATTRIBUTES: Final[dict[str, set[str]]] = {
    "*": {"class", "id"},
    "a": {"href", "title"},
    "th": {"scope"},
    "ol": {"start"},
    "pre": {"tabindex"},
    "div": {"role", "tabindex", "aria-label"},
}


@task
def render_markdown(text: str, prefix: str = "") -> str:
    """Return `text` as sanitised HTML; ids of headings start with `prefix`, so that several texts share a page."""
    # The empty corner of a table isn't a header.
    return _clean(_EMPTY_HEADER.sub("<td></td>", _check_size(_parser(prefix).render(text))))


@task
def render_inline(text: str) -> str:
    """Return one line of Markdown, such as a parameter's description, as sanitised HTML without a paragraph."""
    return _clean(_check_size(_parser("").renderInline(text)))


def _check_size(html: str) -> str:
    if len(html) > MAX_HTML:
        raise TooHeavyError
    return html


def _clean(html: str) -> str:
    return nh3.clean(
        html,
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


@cache
def _parser(prefix: str) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"highlight": _highlight, "html": False, "typographer": True})
    parser.enable(["table", "strikethrough", "smartquotes", "replacements"])
    parser.core.ruler.push("heading_ids", _make_heading_rule(prefix))
    parser.use(admon_plugin)
    parser.use(dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False, renderer=_render_math)
    for kind in CALLOUTS:
        parser.use(container_plugin, kind, render=_make_callout_rule(kind))
    parser.add_render_rule("code_block", _render_code_block)
    parser.add_render_rule("image", _render_image)
    parser.add_render_rule("table_open", lambda *_: _TABLE)
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    parser.add_render_rule("admonition_open", _render_admonition)
    parser.add_render_rule("admonition_title_open", lambda *_: '<p class="callout-title">')
    return parser


# A group, not a region: a text may have several tables, and the landmarks of a page need different names.
_TABLE: Final = '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
_EMPTY_HEADER: Final = re.compile(r"<th>\s*</th>")


def _render_code_block(
    _renderer: RendererProtocol,
    tokens: Sequence[Token],
    index: int,
    _options: OptionsDict,
    _env: EnvType,
) -> str:
    """Draw an indented block like a fenced one, which people without a mouse can scroll."""
    return _highlight(tokens[index].content, "", "")


def _render_image(
    _renderer: RendererProtocol, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    """Draw an image's text, as a link where the image is on the web: pages load nothing from elsewhere."""
    address = str(tokens[index].attrs.get("src", ""))
    told = escape(tokens[index].content or address)
    return f'<a href="{escape(address)}">{told}</a>' if address.startswith("https://") else told


def _render_math(content: str, options: dict[str, bool]) -> str:
    tag = "div" if options.get("display_mode") else "span"
    return f'<{tag} class="tex">{escape(content.strip())}</{tag}>'


def _make_heading_rule(prefix: str) -> Callable[[StateCore], None]:
    """Return the rule that gives headings ids: `title`, `title-1`, `title-2`. Its time is linear in their number."""

    def name_headings(state: StateCore) -> None:
        taken, following = set[str](), dict[str, int]()
        for index, token in enumerate(state.tokens):
            if token.type != "heading_open" or token.tag not in HEADINGS:
                continue
            parts = (child.content for child in state.tokens[index + 1].children or () if child.type in _TITLE)
            slug = name = name_heading("".join(parts), prefix)
            while name in taken:  # Each number is tried only once for a slug.
                following[slug] = following.get(slug, 0) + 1
                name = f"{slug}-{following[slug]}"
            taken.add(name)
            token.attrSet("id", name)

    return name_headings


def _highlight(code: str, language: str, attributes: str) -> str:
    """Draw a block of code; one marked `python run` is a program that readers can run (`web/src/lessons.ts`)."""
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False)
    inner = highlight(code, lexer, HtmlFormatter(nowrap=True))
    runnable = " runnable" if language == "python" and attributes.strip() == "run" else ""
    return f'<pre class="highlight{runnable}" tabindex="0"><code>{inner}</code></pre>\n'


def _make_callout_rule(kind: str) -> RenderRule:
    # A function, not a `partial`, because markdown-it binds its rules as methods.
    def render(
        _renderer: RendererProtocol, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        token = tokens[index]
        if token.nesting != 1:
            return "</div>\n"
        title = token.info.strip().removeprefix(kind).strip() or kind.capitalize()
        return f'<div class="callout {kind}" role="note"><p class="callout-title">{escape(title)}</p>\n'

    return render


def _render_admonition(
    _renderer: RendererProtocol,
    tokens: Sequence[Token],
    index: int,
    _options: OptionsDict,
    _env: EnvType,
) -> str:
    kind = str(tokens[index].meta.get("tag", "note"))
    return f'<div class="callout {kind if kind in CALLOUTS else "note"}" role="note">\n'


@task
def highlight_python(source: str, marked: int | None = None, prefix: str = "line-") -> str:
    """Return Python source as HTML; each line's id is `prefix` and its number, and line `marked` is highlighted."""
    inner = highlight(source, get_lexer_by_name("python", stripnl=False), HtmlFormatter(nowrap=True))
    lines = inner.removesuffix("\n").split("\n")
    rows = (
        f'<span class="source-line{" marked" if number == marked else ""}" id="{prefix}{number}">{line}\n</span>'
        for number, line in enumerate(lines, start=1)
    )
    return f'<pre class="highlight source" tabindex="0"><code>{"".join(rows)}</code></pre>'
