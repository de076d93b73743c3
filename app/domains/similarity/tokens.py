"""Reads Python as tokens in which only its author's choices differ: formatting, comments and names change nothing.

- Whitespace, comments, docstrings, imports and commas are left out.
- A name that the author chose is `n`. Names that a library chose stay: attributes, keywords of calls, and what was
  imported, by its full name, so `jnp.sum` and `jax.numpy.sum` are one token.
- A string is `s`; a number stays, by its value.

What is left out is evidence of its own: the author's names, comments, numbers and strings are kept beside the tokens.
Everything here is linear in the length of the source, and reads at most `MAX_CHARACTERS` of it; the lexer's expressions
are not ours, so it is called in tasks only.
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
"""Characters of a source that are read; a solution has about five hundred."""
MAX_NOTED: Final = 50
"""Names, comments, numbers and strings of one source that are kept, each."""
MAX_LENGTH: Final = 80
"""Characters that are kept of each."""
MIN_COMMENT: Final = 12
"""Characters below which a comment says too little to be told from another."""
MIN_NAME: Final = 3
"""The same of names and strings."""
USUAL_NUMBERS: Final = frozenset({"0", "1", "2", "3", "4", "10", "0.5"})
"""Numbers in which nobody's choice shows."""
KEPT: Final = frozenset({*keyword.kwlist, *dir(builtins)})
"""Names that are Python's own."""
AUTHOR: Final = "n"
"""The token of a name that the author chose."""
STRING: Final = "s"
OPENING: Final = frozenset("([{")
CLOSING: Final = frozenset(")]}")
DROPPED: Final = frozenset({",", ";"})
"""Operators in which no choice shows."""
EXACT: Final = 2**53
"""Below this a float is exactly the integer that it shows."""
SORTS: Final = {
    "comment": (Comment,),
    "string": (String,),
    "number": (Number,),
    "name": (Name,),
    "keyword": (Keyword, Operator.Word),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and the characters of the source that it stands for: `start` up to `end`.

    `part` counts the functions and classes at the top level: tokens of different parts are not neighbours.
    """

    text: str
    start: int
    end: int
    part: int


@dataclass(slots=True)
class SourceText:
    """A source that was read. Sets have the order in which their members were found."""

    tokens: list[Token] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
    comments: dict[str, None] = field(default_factory=dict)
    numbers: dict[str, None] = field(default_factory=dict)
    strings: dict[str, None] = field(default_factory=dict)


@dataclass(slots=True)
class _Lexeme:
    """A piece of source. `first`: it begins a line outside of brackets; `margin`: at its very left."""

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
    """Return the tokens of a source, right or not, and what its author chose."""
    source = source[:MAX_CHARACTERS]
    return _Reader(_join(source)).read()


def strip_remarks(source: str) -> str:
    """Return a source without comments and docstrings, in which people name themselves, and without blank lines."""
    pieces = _lexer().get_tokens_unprocessed(source[:MAX_CHARACTERS])
    kept = "".join(text for _start, kind, text in pieces if kind not in Comment and kind not in String.Doc)
    return "\n".join(line.rstrip() for line in kept.splitlines() if line.strip())


def _join(source: str) -> list[_Lexeme]:
    """Return names, keywords, numbers, strings, comments and operators; the pieces of a string are one."""
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
            start, text, first, margin = start + 1, text[1:], False, False  # noqa: PLW2901 - what is left of it
        found.append(_Lexeme(sort, text, start, start + len(text), first, margin))
        fresh = text == ";"
        if sort == "operator":
            depth = max(0, depth + (text in OPENING) - (text in CLOSING))
    for lexeme in found:
        lexeme.text = source[lexeme.start : lexeme.end]
    return found


@cache
def _sort(kind: object) -> str:
    """Return which sort a kind of the lexer's is; it has some eighty."""
    return next((sort for sort, kinds in SORTS.items() if any(kind in each for each in kinds)), "operator")


class _Reader:
    """Goes through the lexemes of one source, once."""

    def __init__(self, lexemes: list[_Lexeme]) -> None:
        self._lexemes = lexemes
        self._at = 0
        self._text = SourceText()
        self._part = 0
        self._decorated = False
        self._imported: dict[str, str] = {}
        self._calls: list[bool] = []
        """For each open bracket, whether a name directly before `=` in it is a library's."""

    def read(self) -> SourceText:
        """Return what the source holds."""
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
        if lexeme.first and alone:  # A docstring, or what is used as a comment.
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
        """Whether the name just read is a keyword in a call of a library, such as `axis=0`."""
        return self._peek(0) == "=" and before in {"(", ","} and bool(self._calls) and self._calls[-1]

    def _is_name(self, at: int) -> bool:
        return self._lexemes[at].kind in {"name", "keyword"}

    def _read_import(self) -> None:
        """Skip an import up to its line's end, and note what its names stand for."""
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
    """Yield what stands between commas."""
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
    """Return a number as it is written for its value: `0.001` for `1e-3`."""
    plain = text.replace("_", "").lower()
    try:
        value = float(plain)
    except ValueError:  # Hexadecimal, complex, or longer than Python reads.
        return plain[:MAX_LENGTH]
    return str(int(value)) if value.is_integer() and abs(value) < EXACT else str(value)


def _note(kept: dict[str, None], what: str) -> None:
    if len(kept) < MAX_NOTED:
        kept[what[:MAX_LENGTH]] = None
