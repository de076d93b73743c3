"""Reads Python as tokens that formatting, comments and the author's names don't change.

- Whitespace, comments, docstrings, imports and commas are left out.
- A name that the author chose becomes `n`. Names from libraries stay: attributes, keyword arguments, and imports by
  their full name, so `jnp.sum` and `jax.numpy.sum` are the same token.
  - A string becomes `s`; a number is reduced to its value.

  What is left out is evidence, too: the author's names, comments, numbers and strings are kept beside the tokens.
  Everything here is linear in the length of the source, and reads at most `MAX_CHARACTERS` of it; the lexer's regular
  expressions aren't ours, so it is called only in tasks.
"""

from __future__ import annotations

import builtins
import keyword
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.token import Text as Blank

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CHARACTERS: Final = 20_000
"""Maximum number of characters of a source that are read; a solution has about five hundred."""
MAX_NOTED: Final = 50
"""Maximum number each of names, comments, numbers and strings kept per source."""
MAX_LENGTH: Final = 80
"""Maximum number of characters kept of each."""
MIN_COMMENT: Final = 12
"""Minimum number of characters of a comment: shorter ones are too common."""
MIN_NAME: Final = 3
"""Minimum number of characters of a name or string."""
USUAL_NUMBERS: Final = frozenset({"0", "1", "2", "3", "4", "10", "0.5"})
"""Numbers that are too common to be an author's choice."""
KEPT: Final = frozenset({*keyword.kwlist, *dir(builtins)})
"""Python's own names."""
AUTHOR: Final = "n"
"""The token of a name that the author chose."""
STRING: Final = "s"
OPENING: Final = frozenset("([{")
CLOSING: Final = frozenset(")]}")
DROPPED: Final = frozenset({",", ";"})
"""Operators that express no choice."""
EXACT: Final = 2**53
"""Bound below which a float represents an integer exactly."""
SORTS: Final = {
    "comment": (Comment,),
    "string": (String,),
    "number": (Number,),
    "name": (Name,),
    "keyword": (Keyword, Operator.Word),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and its characters in the source: `start` up to `end`.

    `part` counts the top-level functions and classes: tokens of different parts aren't adjacent.
    """

    text: str
    start: int
    end: int
    part: int


@dataclass(slots=True)
class SourceText:
    """A source after reading. Collections are in order of discovery."""

    tokens: list[Token] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
    comments: dict[str, None] = field(default_factory=dict)
    numbers: dict[str, None] = field(default_factory=dict)
    strings: dict[str, None] = field(default_factory=dict)


@dataclass(slots=True)
class _Lexeme:
    """A lexeme. `first`: it begins a line outside brackets; `margin`: without indentation."""

    kind: str
    text: str
    start: int
    end: int
    first: bool = False
    margin: bool = False


@cache
def _lexer() -> PythonLexer:
    return PythonLexer()


def read(source: str) -> SourceText:
    """Return the tokens of a source, valid or not, and its author's choices."""
    source = source[:MAX_CHARACTERS]
    return _Reader(_join(source)).read()


def strip_remarks(source: str) -> str:
    """Return a source without comments and docstrings, which may contain names of people, and blank lines."""
    pieces = _lexer().get_tokens_unprocessed(source[:MAX_CHARACTERS])
    kept = "".join(text for _start, kind, text in pieces if kind not in Comment and kind not in String.Doc)
    return "\n".join(line.rstrip() for line in kept.splitlines() if line.strip())


def _join(source: str) -> list[_Lexeme]:
    """Return names, keywords, numbers, strings, comments and operators, with the pieces of a string joined."""
    found: list[_Lexeme] = []
    depth, fresh, line = 0, True, 0
    for start, kind, text in _lexer().get_tokens_unprocessed(source):
        if kind in Blank or not text.strip():
            if "\n" in text:
                line = start + text.rindex("\n") + 1
                fresh = fresh or not text.startswith("\\")
            continue
        sort = _sort(kind)
        if sort == "string" and found and found[-1].kind == "string" and found[-1].end == start:
            found[-1].end = start + len(text)
            continue
        first = fresh and not depth
        margin = first and start == line
        if sort == "name" and text.startswith("@"):
            found.append(_Lexeme("operator", "@", start, start + 1, first, margin))
            start, text, first, margin = start + 1, text[1:], False, False  # noqa: PLW2901 - the rest of it
        found.append(_Lexeme(sort, text, start, start + len(text), first, margin))
        fresh = text == ";"
        if sort == "operator":
            depth = max(0, depth + (text in OPENING) - (text in CLOSING))
    for lexeme in found:
        lexeme.text = source[lexeme.start : lexeme.end]
    return found


@cache
def _sort(kind: object) -> str:
    """Return the category of a lexer token type, of which there are about eighty."""
    return next((sort for sort, kinds in SORTS.items() if any(kind in each for each in kinds)), "operator")


class _Reader:
    """Reads the lexemes of one source in a single pass."""

    def __init__(self, lexemes: list[_Lexeme]) -> None:
        self._lexemes = lexemes
        self._at = 0
        self._text = SourceText()
        self._part = 0
        self._decorated = False
        self._imported: dict[str, str] = {}
        self._calls: list[bool] = []
        """For each open bracket, whether a name directly before `=` in it belongs to a library."""

    def read(self) -> SourceText:
        """Return the result of reading the source."""
        while self._at < len(self._lexemes):
            lexeme = self._lexemes[self._at]
            if lexeme.first and lexeme.text in {"import", "from"}:
                self._read_import()
                continue
            if lexeme.margin and lexeme.text in {"def", "class", "async", "@"}:
                self._part += not self._decorated
            if lexeme.margin:
                self._decorated = lexeme.text == "@"
            getattr(self, f"_read_{lexeme.kind}")(lexeme)
        return self._text

    def _peek(self, offset: int) -> str:
        at = self._at + offset
        return self._lexemes[at].text if 0 <= at < len(self._lexemes) else ""

    def _add(self, text: str, start: int, end: int) -> None:
        self._text.tokens.append(Token(text, start, end, self._part))

    def _read_comment(self, lexeme: _Lexeme) -> None:
        self._note_comment(lexeme.text)
        self._at += 1

    def _read_string(self, lexeme: _Lexeme) -> None:
        self._at += 1
        alone = self._at == len(self._lexemes) or self._lexemes[self._at].first
        if lexeme.first and alone:  # A docstring, or a string used as a comment.
            self._note_comment(lexeme.text)
            return
        words = " ".join(lexeme.text.lstrip("rRbBuUfFtT").strip("\"'{}").split())
        if len(words) >= MIN_NAME:
            _note(self._text.strings, words)
        self._add(STRING, lexeme.start, lexeme.end)

    def _read_number(self, lexeme: _Lexeme) -> None:
        value = _reduce_number(lexeme.text)
        if value not in USUAL_NUMBERS:
            _note(self._text.numbers, value)
        self._add(value, lexeme.start, lexeme.end)
        self._at += 1

    def _read_keyword(self, lexeme: _Lexeme) -> None:
        self._add(lexeme.text, lexeme.start, lexeme.end)
        self._at += 1

    def _read_operator(self, lexeme: _Lexeme) -> None:
        if lexeme.text in OPENING:
            tokens = self._text.tokens
            self._calls.append(bool(tokens) and tokens[-1].text != AUTHOR and lexeme.text == "(")
        elif lexeme.text in CLOSING and self._calls:
            self._calls.pop()
        if lexeme.text not in DROPPED:
            self._add(lexeme.text, lexeme.start, lexeme.end)
        self._at += 1

    def _read_name(self, lexeme: _Lexeme) -> None:
        start, name, before = lexeme.start, lexeme.text, self._peek(-1)
        self._at += 1
        if before == ".":
            self._add(name, start, lexeme.end)
        elif name in self._imported:
            end, chain = lexeme.end, [self._imported[name]]
            while self._peek(0) == "." and self._at + 1 < len(self._lexemes) and self._is_name(self._at + 1):
                chain.append(self._peek(1))
                end = self._lexemes[self._at + 1].end
                self._at += 2
            self._add(".".join(chain), start, end)
        elif name in KEPT or (name.startswith("__") and name.endswith("__")) or self._is_keyword(before):
            self._add(name, start, lexeme.end)
        else:
            if len(name) >= MIN_NAME:
                _note(self._text.names, name)
            self._add(AUTHOR, start, lexeme.end)

    def _is_keyword(self, before: str) -> bool:
        """Return whether the name just read is a keyword argument of a library call, such as `axis=0`."""
        return self._peek(0) == "=" and before in {"(", ","} and bool(self._calls) and self._calls[-1]

    def _is_name(self, at: int) -> bool:
        return self._lexemes[at].kind in {"name", "keyword"}

    def _read_import(self) -> None:
        """Skip an import to the end of its line, and record the full names of what it imports."""
        line = [self._lexemes[self._at]]
        self._at += 1
        while self._at < len(self._lexemes) and not self._lexemes[self._at].first and self._peek(0) != ";":
            line.append(self._lexemes[self._at])
            self._at += 1
        words = [one.text for one in line if one.kind != "comment" and one.text not in {"(", ")"}]
        module = ""
        if words[0] == "from":
            ends = words.index("import") if "import" in words else len(words)
            module = "".join(words[1:ends]) + "."
            words = words[ends:]
        for item in _split(words[1:]):
            path = "".join(item[: item.index("as")] if "as" in item else item)
            own = item[-1] if "as" in item else path
            if module or "as" in item:
                self._imported[own] = module + path
            else:  # `import jax.numpy` binds `jax`.
                self._imported[path.partition(".")[0]] = path.partition(".")[0]

    def _note_comment(self, text: str) -> None:
        for line in text.splitlines():
            words = " ".join(line.strip("#\"'rRuUbBfF \t").split()).casefold()
            if len(words) >= MIN_COMMENT and " " in words:
                _note(self._text.comments, words)


def _split(words: list[str]) -> Iterator[list[str]]:
    """Yield the sequences of words between commas."""
    item: list[str] = []
    for word in words:
        if word != ",":
            item.append(word)
        elif item:
            yield item
            item = []
    if item:
        yield item


def _reduce_number(text: str) -> str:
    """Return a number in canonical form: `0.001` for `1e-3`."""
    plain = text.replace("_", "").lower()
    try:
        value = float(plain)
    except ValueError:  # Hexadecimal, complex, or too long for Python.
        return plain[:MAX_LENGTH]
    return str(int(value)) if value.is_integer() and abs(value) < EXACT else str(value)


def _note(kept: dict[str, None], what: str) -> None:
    if len(kept) < MAX_NOTED:
        kept[what[:MAX_LENGTH]] = None
