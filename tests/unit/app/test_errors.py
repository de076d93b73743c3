"""The tree of errors: the attributes of each, and that the tree in the module's docstring is correct."""

from __future__ import annotations

import re

import app.kit.errors as module
from app.kit.errors import JaxDojoError, OperatorError, RequestError


def _list_all(root: type[JaxDojoError]) -> list[type[JaxDojoError]]:
    return [root, *(error for child in root.__subclasses__() for error in _list_all(child))]


ALL = [error for error in _list_all(JaxDojoError) if error.__module__ == module.__name__]


def test_the_drawing_shows_the_tree() -> None:
    assert module.__doc__ is not None
    drawn = re.findall(r"\b\w+Error\b", module.__doc__)
    assert sorted(drawn) == sorted(error.__name__ for error in ALL)


def test_codes_are_stable_words_of_one_error_each() -> None:
    codes = [error.code for error in ALL]
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)
    assert len(set(codes) - {"error"}) == len([code for code in codes if code != "error"])


def test_statuses_and_exit_codes_fit() -> None:
    for error in ALL:
        if issubclass(error, RequestError):
            assert 400 <= error.status < 500
            assert error.exit_code == 2
        if issubclass(error, OperatorError):
            assert error.exit_code in {2, 3}
        assert error.title
