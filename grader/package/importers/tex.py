r"""Converts statements in LaTeX to Markdown, by calling `pandoc` if it is installed.

The text is untrusted: pandoc runs with `--sandbox`, so that no `\input` reads a file, with limits on memory and time.
Commands that Kattis and ICPC add to LaTeX, such as `\problemname` and `\illustration`, are removed first and reported.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field

PROGRAM = "pandoc"
TIMEOUT_S = 20.0
_COMMAND = (
    *("--sandbox", "--from=latex", "--to=commonmark-raw_html+tex_math_dollars+pipe_tables", "--wrap=preserve"),
    *("--shift-heading-level-by=2", "+RTS", "-M512M", "-RTS"),
)
_NAME = re.compile(r"\\problemname\s*\{([^{}\n]*)\}")
_LEFT = re.compile(r"\\(illustration|includegraphics|includesvg|input|include|sampleinput|sampleoutput)\b")
_PICTURE = re.compile(
    r"\\illustration\s*(?:\{[^{}\n]*\}\s*){3}|\\include(?:graphics|svg)\s*(?:\[[^\]\n]*\])?\s*\{[^{}\n]*\}"
)


@dataclass
class ConvertedText:
    """A statement as Markdown, the name that it gives the problem, and what was left out, with lines."""

    text: str
    name: str = ""
    left: list[str] = field(default_factory=list)


def convert(source: str, file: str) -> ConvertedText:
    """Return a statement in LaTeX, the content of `file`, as Markdown, or as a block of LaTeX if pandoc fails."""
    name = _NAME.search(source)
    left = [
        f"{file}:{source.count(chr(10), 0, found.start()) + 1}: \\{found[1]} is not brought over"
        for found in _LEFT.finditer(source)
    ]
    plain = _PICTURE.sub("", _NAME.sub("", source))
    text, failure = _run(plain)
    if text is None:
        left.insert(0, f"{file} is LaTeX, and {failure}: rewrite it as Markdown")
        text = f"```latex\n{source}\n```"
    return ConvertedText(text.strip() + "\n", "" if name is None else name[1].strip(), left)


def _run(source: str) -> tuple[str | None, str]:
    """Return pandoc's Markdown, or None and the reason why there is none."""
    program = shutil.which(PROGRAM)
    if program is None:
        return None, f"`{PROGRAM}`, which converts it, isn't installed"
    try:
        done = subprocess.run(
            [program, *_COMMAND], input=source.encode(), capture_output=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None, f"`{PROGRAM}` could not be run, or took longer than {TIMEOUT_S:g} s"
    if done.returncode != 0:
        why = done.stderr.decode(errors="replace").strip().splitlines()
        return None, f"`{PROGRAM}` can't read it ({why[-1][:200] if why else 'it says nothing'})"
    return done.stdout.decode(errors="replace"), ""
