"""Renders templates: the only place that gives pages their headers, their `ETag` and their filters."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from markupsafe import Markup, escape

from app.domains.accounts.service import PASSWORD_LENGTHS
from app.domains.limits.addresses import name_asker
from app.http.conditional import answer_if_changed
from app.http.requests import SAFE_METHODS
from app.kit.help_links import find_code
from app.kit.language import LANGUAGES, find_language, format_day, format_moment, format_number, lookup, lookup_plural
from app.web.drawing.avatar import draw_avatar
from app.web.drawing.courses import format_deadline
from app.web.drawing.explained import MAX_BARS, name_kind
from app.web.drawing.heat import draw_heat
from app.web.drawing.known_names import KnownNames
from app.web.drawing.layers import choose_picture, merge_cases
from app.web.drawing.markdown import highlight_python, render_inline, render_markdown
from app.web.drawing.pieces import Drawer, Pieces
from app.web.drawing.shared_parts import highlight_parts
from app.web.drawing.time_left import tell_time_left
from app.web.drawing.timeline import draw_timeline, format_ms, name_work
from app.web.drawing.verdicts import compare_reports, count_passed, name_attempt, name_verdict
from app.web.drawing.words import list_words
from app.web.help_files import find_check, find_concept
from app.web.safety import find_address, page_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fastapi import Request, Response
    from jinja2.runtime import Context

    from app.domains.accounts.schemas import Account
    from app.domains.problems.schemas import PublishingProgress
    from app.domains.similarity.parts import SharedPart
    from app.kit.workers.pool import Workers
    from app.web.assets import Assets
    from grader.report import CaseReport

TEMPLATES: Final = Path(__file__).parent / "templates"
MAX_SENTENCES: Final = 8192
"""The maximum number of sentences without values that are kept: more than the templates have, in all languages."""
LEVELS: Final = ("gentle", "easy", "medium", "hard", "very hard")


class Renderer:
    """Renders a template with its values as a response."""

    def __init__(
        self,
        assets: Assets,
        workers: Workers,
        *,
        is_open: bool = True,
        guests_may_run: bool = True,
        mails: bool = False,
        find_publishing: Callable[[], PublishingProgress | None] = lambda: None,
    ) -> None:
        """Prepare the templates. `assets` has the addresses of styles and scripts. `is_open`: everybody may sign up.

        `guests_may_run`: code runs without an account. `mails`: e-mails are sent. `find_publishing` returns the
        progress of publishing while it is running.
        """
        self._find_publishing = find_publishing
        self.drawer = Drawer(workers)
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,  # The files stay as they are until the next start, so no page looks at them again.
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        self._environment.policies["ext.i18n.trimmed"] = True
        install = self._environment.install_gettext_callables  # type: ignore[attr-defined]  # the extension adds it
        install(lookup, lookup_plural, newstyle=True)
        # A problem's page has 85 sentences: 0.14 ms, instead of 0.44 ms with the extension's own `_`, which keeps none.
        self._environment.globals["_"] = translate
        self._environment.filters.update(
            markdown=draw_markdown,
            markdown_line=draw_line,
            python=draw_python,
            python_parts=draw_python_parts,
            ticks=format_ticks,
            ms=format_ms,
            day=format_day,
            moment=format_moment,
            deadline=format_deadline,
            days_since=lambda moment: (datetime.now(UTC) - moment).days,
            number=format_number,
            lookup=lookup,
            score=format_score,
            spell=lambda name: name.replace("_", " "),
        )
        self._environment.tests["bit_for_bit"] = is_bit_for_bit
        self._environment.globals.update(
            asset=assets.find,
            difficulty=name_level,
            draw_once=draw_once,
            draw_timeline=draw_timeline,
            draw_heat=draw_heat,
            draw_avatar=draw_avatar,
            compare_reports=compare_reports,
            choose_picture=choose_picture,
            merge_cases=merge_cases,
            count_passed=count_passed,
            name_verdict=name_verdict,
            name_attempt=name_attempt,
            name_work=name_work,
            name_kind=name_kind,
            tell_time_left=tell_time_left,
            most_bars=MAX_BARS,
            list_words=list_words,
            find_check=find_check,
            find_concept=find_concept,
            find_code=find_code,
            suggest_name=KnownNames(assets.read).suggest,
            is_open=is_open,
            guests_may_run=guests_may_run,
            mails=mails,
            least_password=PASSWORD_LENGTHS[0],
        )
        self.find_asset = assets.find

    def page(
        self,
        request: Request,
        template: str,
        user: Account | None,
        *,
        status: int = 200,
        here: str | None = None,
        **values: object,
    ) -> Response:
        """Return the page `template`. A sign-in leads back to `here`, by default this page or the form's.

        Guests' browsers may cache it and revalidate it by its `ETag`. For templates that draw untrusted texts, use
        `draw_page`.
        """
        return self._answer(request, self._render(request, template, user, here, values), user, status)

    async def draw_page(
        self,
        request: Request,
        template: str,
        user: Account | None,
        *,
        status: int = 200,
        here: str | None = None,
        **values: object,
    ) -> Response:
        """Do the same as `page`, with untrusted texts that workers draw."""
        pieces = Pieces(self.drawer)
        html = self._render(request, template, user, here, values | {"pieces": pieces})
        reader = user or getattr(request.state, "user", None)
        who = name_asker(request, None if reader is None else reader.id)
        return self._answer(request, await pieces.insert(html, who), user, status)

    def _render(
        self, request: Request, template: str, user: Account | None, here: str | None, values: dict[str, object]
    ) -> str:
        address = find_address(request)
        base: dict[str, object] = {
            "user": user,
            "here": here or (request.url.path if request.method in SAFE_METHODS else address),
            "reader_address": address,
            "error_page": False,
            "is_guest": user is None,
            "language": find_language(),
            "languages": LANGUAGES,
            "publishing": self._find_publishing(),
        }
        return self._environment.get_template(template).render(base | values)

    def _answer(self, request: Request, html: str, user: Account | None, status: int) -> Response:
        answer = HTMLResponse(html, status, headers=page_headers(find_language()))
        is_guest = user is None and getattr(request.state, "user", None) is None
        if is_guest and request.method == "GET" and status == HTTPStatus.OK:
            return answer_if_changed(request, answer)
        return answer

    def piece(self, macro: str, *, template: str = "_report.html", **values: object) -> str:
        """Return the HTML of a macro, by default of the report's template, to insert into an existing page."""
        return str(getattr(self._environment.get_template(template).module, macro)(**values)).strip()


def translate(text: str, **values: object) -> Markup:
    """Return a template's sentence in the reader's language, with `%(name)s` replaced by the escaped values."""
    if not values:
        return _translate_whole(text, find_language())
    return Markup(lookup(text)) % values  # noqa: S704 - as the extension does: templates contain these sentences


@lru_cache(maxsize=MAX_SENTENCES)
def _translate_whole(text: str, language: str) -> Markup:
    return Markup(lookup(text, language)) % {}  # noqa: S704 - as above; as with values, `%%` means `%`


@pass_context
def draw_markdown(context: Context, text: str, prefix: str = "") -> Markup:
    """Draw Markdown; ids of its headings start with `prefix`."""
    return find_pieces(context).add(render_markdown, text, prefix)


@pass_context
def draw_line(context: Context, text: str) -> Markup:
    """Draw one line of Markdown."""
    return find_pieces(context).add(render_inline, text)


@pass_context
def draw_python(context: Context, source: str, line: int | None = None, prefix: str = "line-") -> Markup:
    """Draw Python source with numbered lines; `line` is highlighted."""
    return find_pieces(context).add(highlight_python, source, line, prefix)


@pass_context
def draw_python_parts(context: Context, source: str, parts: Sequence[SharedPart], side: str, other: str) -> Markup:
    """Draw the source on one `side`, with marks on the parts that it shares with the `other` one."""
    places = sorted((getattr(part, side).start, getattr(part, side).end, part.number) for part in parts)
    marked = [(number, start, end) for start, end, number in places]
    return find_pieces(context).add(highlight_parts, source, marked, side, other)


@pass_context
def draw_once(context: Context, *key: object, caller: Callable[[], str]) -> Markup:
    """Return a block's HTML, drawn once for each key, which must name all that it depends on besides the language.

    `{% call draw_once("statement", digest) %}…{% endcall %}`. Nothing in it may be different for each reader.
    """
    return find_pieces(context).draw_once(key, caller)


def find_pieces(context: Context) -> Pieces:
    """Return the pieces of the page that is being rendered; only `Renderer.draw_page` provides them."""
    pieces: Pieces = context["pieces"]
    return pieces


def format_ticks(text: str) -> Markup:
    """Return `text` escaped, with text between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part) for index, part in enumerate(parts)
    )


def format_score(score: float) -> str:
    """Return a score, 0 to 2, with its significant digits: `0.83`, `1`."""
    return format_number(f"{score:.3f}".rstrip("0").rstrip("."))


def name_level(difficulty: int) -> str:
    """Return a difficulty, 1 to 5, as a word."""
    return lookup(LEVELS[min(max(difficulty, 1), len(LEVELS)) - 1])


def is_bit_for_bit(case: CaseReport) -> bool:
    """Return whether the case's values equal the reference's in every bit."""
    values = [check for check in case.checks if check.check == "values"]
    return any(check.passed and check.data.get("match") == "bit_equal" for check in values)
