"""Problems that are left out when all are published, such as retired and staged ones; and what brings them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Role
from app.work import installation
from app.work.fingerprint import is_current
from app.work.workshop import Workshop
from grader.publishing.checked import note_checked
from tests.integration.app.conftest import PASSWORD, StandInGrader
from tests.integration.app.test_quick_publishing import prove, publisher, tell

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from app.services import Services
    from app.work.publishing import Publisher
    from tests.integration.app.press import StandInPress

__all__ = ["publisher"]


async def test_grading_publishes_no_folder_that_publishing_all_leaves_out(
    settings: Settings, services: Services, publisher: Publisher, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its newest version may be from a working copy, or its author wants no more of it."""
    monkeypatch.setattr(installation, "make_publisher", lambda _services: publisher)
    lifecycle = services.lifecycle

    told: list[str] = []

    async def bring() -> tuple[int, int]:
        version = await installation.bring_up_to_date(services, "mine", lambda _slug, step, *_: told.append(step))
        return version.number, len((await lifecycle.get_history("mine")).versions)

    assert await bring() == (1, 1), "it is published first"
    services.authoring.copies.write("mine", "statement.md", b"# Written in the browser\n", replaces="*")
    async with services.authoring.open_snapshot("mine") as folders:
        await publisher.publish_folders(folders, StandInGrader(), lambda *_: None)  # type: ignore[arg-type]
    assert await bring() == (2, 2)
    assert await bring() == (2, 2)
    services.authoring.copies.discard("mine")
    assert await bring() == (3, 3), "its folder is the problem again"
    (settings.problems / "mine" / "statement.md").write_text("# Another\n", encoding="utf-8")
    await lifecycle.retire("mine", retired=True)
    published = len(press.seen)
    told.clear()
    assert await bring() == (3, 3)
    assert [step.partition(",")[0] for step in told] == ["version 3 is used: its folder has other files"]
    assert len(press.seen) == published


@pytest.mark.usefixtures("press")
async def test_nothing_to_do_is_not_claimed_of_what_may_be_brought_back(
    settings: Settings, services: Services, publisher: Publisher
) -> None:
    statement = settings.problems / "mine" / "statement.md"

    async def is_done() -> bool:
        for version in (await services.catalogue.list_all_versions()).values():
            (settings.compile_cache / version.digest).mkdir(parents=True, exist_ok=True)  # as compiling does
        return is_current(settings, quick=True)

    await publisher.publish()
    await services.lifecycle.retire("mine", retired=True)
    await publisher.publish()
    assert await is_done(), "its files are those of its version"
    statement.write_text("# Mended\n", encoding="utf-8")
    assert await publisher.publish() == []
    assert await is_done(), "it is left out"
    await services.lifecycle.retire("mine", retired=False)
    assert not await is_done()
    assert tell(await publisher.publish()) == [("published", False)]
    admin = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    workshop = Workshop(services, StandInGrader)  # type: ignore[arg-type]
    for decide in (services.regrades.drop, services.regrades.apply):
        regrade = await workshop.stage_version(await services.authoring.find(admin, "mine"), 1, "It was right.")
        statement.write_text(f"# For {decide.__name__}\n", encoding="utf-8")
        assert await publisher.publish() == []
        assert await is_done(), "it is left out"
        await decide(regrade, None)
        assert not await is_done()
        assert tell(await publisher.publish()) == [("published", False)]
    await workshop.close()
    services.authoring.copies.write("mine", "statement.md", b"# In the browser\n", replaces="*")
    statement.write_text("# Again\n", encoding="utf-8")
    assert await publisher.publish() == []
    assert await is_done(), "it is published from its working copy"


@pytest.mark.usefixtures("press")
@pytest.mark.parametrize("quick", [True, False])
async def test_an_earlier_version_stays_current_until_the_folder_changes(
    settings: Settings,
    services: Services,
    publisher: Publisher,
    quick: bool,  # noqa: FBT001 (a parameter of the test)
) -> None:
    statement = settings.problems / "mine" / "statement.md"
    for text in ("# First\n", "# Second\n"):
        statement.write_text(text, encoding="utf-8")
        note_checked(settings.problems, "mine", prove(settings))
        assert tell(await publisher.publish(quick=quick)) == [("published", quick)]
    admin = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    workshop = Workshop(services, StandInGrader)  # type: ignore[arg-type]
    regrade = await workshop.stage_version(await services.authoring.find(admin, "mine"), 1, "The first was right.")
    await services.regrades.apply(regrade, None)
    await workshop.close()
    assert await publisher.find_changed() == []
    assert await publisher.find_changed(quick=True) == []
    statement.write_text("# Third\n", encoding="utf-8")
    assert await publisher.find_changed() == ["mine"]
