"""Rules that explain exceptions read messages that strangers choose, so no rule may take long over any message."""

from __future__ import annotations

import re
import time
from itertools import product

import pytest

from grader.judge.checks import gradients
from grader.judge.errors import RULES

LENGTH = 4000
"""The maximum length of a message, in characters."""
MOST = 60
"""How many times as long as reading the message character by character in Python a search may take."""
FILLERS = ("a", "1", "_", " ", "(", "'", "1.", "a, ", "x'")
PATTERNS = dict.fromkeys([rule.pattern for rule in RULES] + list(gradients._RULES))


def find_words(pattern: str) -> list[str]:
    """Return the literal parts of a regular expression, which are what a hostile message is made of."""
    plain = re.sub(r"\(\?P<\w+>|\(\?[a-z]*[:=!<)]", "(", pattern)
    return list(dict.fromkeys(part for part in re.split(r"[\\^$.|?*+(){}\[\]]+", plain) if len(part) > 1))


def make_messages(pattern: str) -> set[str]:
    """Return messages that repeat parts of the pattern, and pairs of them."""
    words = find_words(pattern)
    pieces = {*FILLERS, *words, *map("".join, product(words, words)), "".join(words) or "a"}
    begun = {word + piece * (LENGTH // len(piece)) for word, piece in product(words, (*FILLERS, *words))}
    return {(piece * (LENGTH // len(piece) + 1))[:LENGTH] for piece in pieces} | {text[:LENGTH] for text in begun}


def measure(pattern: str, message: str) -> float:
    """Return the processor time of a search, in seconds: the least of three."""
    times = []
    for _ in range(3):
        began = time.process_time()
        re.search(pattern, message)
        times.append(time.process_time() - began)
    return min(times)


def read_plainly(message: str) -> float:
    """Return the processor time of reading a message character by character, in seconds: the least of three."""
    times = []
    for _ in range(3):
        began = time.process_time()
        sum(1 for _character in message)
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.parametrize("pattern", [pytest.param(pattern, id=f"rule {at}") for at, pattern in enumerate(PATTERNS)])
def test_no_message_takes_a_rule_long(pattern: str) -> None:
    plain = read_plainly("a" * LENGTH)
    slowest = max(make_messages(pattern), key=lambda message: measure(pattern, message))
    assert measure(pattern, slowest) < MOST * plain, slowest[:200]


def test_the_measure_finds_a_slow_rule() -> None:
    anchored = next(pattern for pattern in PATTERNS if r"\A" in pattern)
    message = "range" * (LENGTH // 5)
    assert measure(anchored.replace(r"\A", ""), message) > MOST * read_plainly(message)
