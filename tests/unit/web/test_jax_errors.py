"""Each error that a kata is about exists in JAX, and a verdict that meets it leads to the kata."""

from __future__ import annotations

import jax.errors
import pytest

from app.web.drawing.jax_errors import ERRORS, link_errors
from grader.judge.errors import RULES

NAMES = sorted((slug, name) for slug, names in ERRORS.items() for name in names)


@pytest.mark.parametrize(("slug", "name"), NAMES)
def test_a_verdict_that_meets_the_error_leads_to_the_kata(slug: str, name: str) -> None:
    assert issubclass(getattr(jax.errors, name), Exception)
    assert slug in {rule.lesson[0] for rule in RULES if rule.lesson is not None and name in rule.types}


def test_each_error_of_jax_that_leads_to_a_lesson_has_a_link_to_jax() -> None:
    taught = {name for rule in RULES if rule.lesson is not None for name in rule.types}
    assert taught & set(vars(jax.errors)) == {name for _, name in NAMES}


def test_the_link_goes_to_the_description_of_the_class() -> None:
    page = "https://docs.jax.dev/en/latest/errors.html"
    assert link_errors("traced_index") == [
        ("TracerIntegerConversionError", f"{page}#jax.errors.TracerIntegerConversionError")
    ]
    assert link_errors("jit_forward") == []
