"""The page of a kata about an error links to JAX's own description of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from tests.integration.app.conftest import Person


async def test_the_page_of_a_kata_about_an_error_links_to_jax(nobody: Person) -> None:
    await publish(nobody.application.state.services, "traced_index", uuid="00000000-0000-4000-8000-000000000001")
    page = await nobody.read("/problems/traced_index")
    address = "https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerIntegerConversionError"
    assert f'<a href="{address}"><code>TracerIntegerConversionError</code></a>' in page
    assert 'id="errors"' not in await nobody.read("/problems/double")
