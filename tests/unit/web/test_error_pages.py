"""Each error that a kata is about exists in JAX or Flax, and a verdict that meets it leads to the kata."""

from __future__ import annotations

import flax.errors
import jax.errors
import pytest

from app.web.drawing.error_pages import ERRORS, FLAX_ERRORS, link_errors
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


@pytest.mark.parametrize(("slug", "name"), sorted((slug, link.name) for slug, link in FLAX_ERRORS.items()))
def test_a_verdict_that_meets_an_error_of_flax_leads_to_the_kata(slug: str, name: str) -> None:
    assert issubclass(getattr(flax.errors, name), flax.errors.FlaxError)
    assert {rule.lesson[0] for rule in RULES if rule.lesson is not None and name in rule.types} == {slug}
    assert name in {link.name for link in link_errors(slug)}


def test_the_link_of_an_error_of_flax_goes_to_the_guide() -> None:
    guide = "https://flax.readthedocs.io/en/latest/guides/transforms.html"
    assert link_errors("captured_model") == [
        ("TraceContextError", f"{guide}#mutable-module-cannot-be-passed-by-closure")
    ]
