"""The files of versions: as their authors wrote them, compared, and only for those who may edit the problem."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from app.domains.authoring.archives import squeeze
from app.domains.authoring.repository import list_numbers, put_files
from app.domains.authoring.working import WorkingCopies
from app.kit.workers.errors import TooHeavyError
from grader.package.archive import PackageFiles, read_archive
from grader.report import Verdict
from tests.integration.app.conftest import AUTHORING as API
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_instructor, publish
from tests.integration.app.running import make_command
from tests.integration.app.test_authoring import run_task, write
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress

VERSIONS = f"{API}/shift/versions"
PAGE = "/authoring/shift/versions"


async def make_versions(iris: Person) -> None:
    """Publish two versions, and then change the working copy again."""
    await write(iris, "statement.md", "First.\n")
    await run_task(iris, "publish")
    await write(iris, "statement.md", "Second.\n")
    await write(iris, "solutions/rejected/new.py", "x = 1\n")
    text = (await iris.http.get(f"{API}/shift/files/solutions/submissions.yaml")).text
    listed = "rejected:\n  new.py:\n    verdict: wrong_answer\n    code: values.mismatch\n    message: Nothing.\n"
    await write(iris, "solutions/submissions.yaml", text.replace("rejected:\n", listed))
    await run_task(iris, "publish")
    await write(iris, "statement.md", "Third.\n")


@EACH_DATABASE
async def test_a_version_keeps_its_authors_files(iris: Person) -> None:
    await make_versions(iris)
    first = (await iris.http.get(f"{VERSIONS}/1/files")).json()
    assert first["version"] == 1
    assert {"path": "statement.md", "size": 7} in first["files"]
    texts = [(await iris.http.get(f"{VERSIONS}/{number}/files/statement.md")).text for number in (1, 2)]
    assert texts == ["First.\n", "Second.\n"]
    manifest = (await iris.http.get(f"{VERSIONS}/1/files/problem.yaml")).text
    assert manifest == (await iris.http.get(f"{API}/shift/files/problem.yaml")).text, "the YAML as it was written"
    archive = await iris.http.get(f"{VERSIONS}/1/archive")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as found:
        assert found.read("problems/shift/statement.md") == b"First.\n"
    back = await iris.http.put(f"{API}/shift/archive", content=archive.content, headers={"if-match": "*"})
    assert back.status_code == 200
    assert (await iris.http.get(f"{API}/shift/files/statement.md")).text == "First.\n", "it can be uploaded again"


async def test_versions_and_the_working_copy_are_compared_as_they_were_written(iris: Person) -> None:
    await make_versions(iris)
    found = (await iris.http.get(f"{VERSIONS}/1/changes/2")).json()
    changes = {one["path"]: one["change"] for one in found["files"]}
    assert changes == {
        "solutions/rejected/new.py": "added",
        "solutions/submissions.yaml": "changed",
        "statement.md": "changed",
    }
    diffs = {one["path"]: one["diff"] for one in found["files"]}
    assert diffs["statement.md"].splitlines()[1:] == ["-First.", "+Second."]
    assert "+  new.py:" in diffs["solutions/submissions.yaml"]
    working = (await iris.http.get(f"{VERSIONS}/2/changes/working")).json()
    assert (working["before"], working["after"]) == (2, None)
    assert [one["diff"].splitlines()[1:] for one in working["files"]] == [["-Second.", "+Third."]]
    assert (await iris.http.get(f"{VERSIONS}/1/changes/1")).json()["files"] == []


async def test_a_comparison_that_takes_too_long_names_the_files(
    iris: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_versions(iris)

    async def refuse(*_given: object) -> None:
        raise TooHeavyError

    monkeypatch.setattr(application.state.services.workers, "run", refuse)
    found = (await iris.http.get(f"{VERSIONS}/2/changes/working")).json()
    assert found["files"] == [{"path": "statement.md", "change": "changed", "diff": None}]
    assert "Comparing it takes too long." in await iris.read(f"{PAGE}?before=2&after=working")


async def test_more_than_can_be_read_is_not_compared(iris: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    await make_versions(iris)
    monkeypatch.setattr("app.domains.authoring.versions.MAX_COMPARED", 10)
    found = (await iris.http.get(f"{VERSIONS}/1/changes/2")).json()["files"]
    assert [one["diff"] is None for one in found] == [False, True, True]


async def test_what_is_not_there_is_told(iris: Person, application: FastAPI) -> None:
    await make_versions(iris)
    for path in ("9/files", "9/archive", "9/files/statement.md", "1/changes/9", "99999999999999999999/files"):
        check_problem(await iris.http.get(f"{VERSIONS}/{path}"), 404, "version_not_found")
    check_problem(await iris.http.get(f"{VERSIONS}/1/files/statement.txt"), 404, "file_not_found")
    check_problem(await iris.http.get(f"{VERSIONS}/1/changes/x"), 422, "invalid_input")
    await publish(application.state.services, "shift")  # as a former release did, which kept no files
    check_problem(await iris.http.get(f"{VERSIONS}/3/files"), 404, "files_not_kept")
    page = await iris.read(f"{PAGE}?before=2&after=3")
    assert "were not kept" in page
    assert "What learners and the grader get" in page, "what the bundles have is compared all the same"


async def test_a_version_that_is_made_current_again_has_its_files(iris: Person) -> None:
    await make_versions(iris)
    await iris.http.post(f"{VERSIONS}/1/stage", json={"reason": "The first was right."})
    assert (await iris.http.get(f"{VERSIONS}/3/files/statement.md")).text == "First.\n"


async def test_files_that_could_not_be_uploaded_are_shown(application: FastAPI, iris: Person) -> None:
    """A folder may have more than an archive that a stranger sends, and names that differ only in case."""
    services = application.state.services
    paths = [*(f"accepted/n{number}.py" for number in range(410)), "accepted/Plain.py", "accepted/plain.py"]
    kept = squeeze(PackageFiles("double", {"lesson.md": b"One.\n"}, dict.fromkeys(paths, b"x = 1\n")))

    def store(session: Session) -> None:
        put_files(session, list_numbers(session, "double")[1], kept)

    await services.database.write(store)
    files = (await services.versions.list_files("double", 1)).files
    assert [one.path for one in files] == ["lesson.md", *(f"solutions/{path}" for path in sorted(paths))]


async def test_files_that_change_while_they_are_published_are_not_claimed(
    iris: Person, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.publishing.source_digest", lambda *_folders, **_full: "another")
    await run_task(iris, "publish")
    assert press.seen
    check_problem(await iris.http.get(f"{VERSIONS}/1/files"), 404, "files_not_kept")


async def test_the_files_are_for_those_who_may_edit_the_problem(
    iris: Person, ada: Person, nobody: Person, application: FastAPI
) -> None:
    await make_versions(iris)
    paths = ("1/files", "1/files/statement.md", "1/archive", "1/changes/2", "1/changes/working")
    async with make_instructor(application, "otto") as otto:
        for address in (*(f"{VERSIONS}/{path}" for path in paths), f"{PAGE}/1", f"{PAGE}?before=1&after=2"):
            assert (await nobody.http.get(address)).status_code == 401, address
            for person in (ada, otto):
                assert (await person.http.get(address)).status_code == 403, address
        await iris.http.put(f"{API}/shift/authors/otto")
        assert (await otto.http.get(f"{VERSIONS}/1/files")).status_code == 200


async def test_the_pages_show_files_and_changes(iris: Person) -> None:
    await make_versions(iris)
    page = await iris.read(PAGE)
    assert f'href="{PAGE}/1"' in page
    shown = await iris.read(f"{PAGE}/1?file=statement.md")
    assert "First." in shown
    assert f'href="{VERSIONS}/1/archive"' in shown
    changed = await iris.read(f"{PAGE}?before=1&after=working")
    assert "-First." in changed
    assert "+Third." in changed
    assert "+  new.py:" in changed


async def test_a_regrade_leads_to_the_submissions_that_it_changes(
    iris: Person, ada: Person, grader: StandInGrader, application: FastAPI
) -> None:
    await run_task(iris, "publish")
    grader.verdicts = [Verdict.ACCEPTED, Verdict.WRONG_ANSWER]
    made = []
    for _ in range(2):
        answer = await ada.http.post("/api/v1/problems/shift/submissions", json={"source": "# hers", "mode": "submit"})
        made.append(answer.json()["id"])
        await ada.http.get(f"/api/v1/submissions/{made[-1]}/events")
    body = {"reason": "Because.", "apply": True}
    [regrade] = (await iris.http.post(f"{API}/shift/rejudge", json=body)).json()["regrades"]
    await iris.http.get(f"{API}/shift/regrades/{regrade['id']}/events")
    page = await iris.read(f"/authoring/shift/regrades/{regrade['id']}")
    address = f"/authoring/shift/regrades/{regrade['id']}/submissions/{made[0]}"
    assert f'href="{address}"' in page
    assert made[1] not in page, "what stays as it was isn't shown"
    shown = await iris.read(address)
    assert "# hers" in shown
    assert "Wrong answer" in shown
    found = (await iris.http.get(f"/api/v1{address.replace('authoring', 'authoring/problems')}")).json()
    assert [found[side]["verdict"] for side in ("before", "after")] == ["accepted", "wrong_answer"]
    assert [found[f"{side}_report"]["verdict"] for side in ("before", "after")] == ["accepted", "wrong_answer"]
    other = address.replace(made[0], made[1])
    assert (await iris.http.get(other)).status_code == 404
    assert (await ada.http.get(address)).status_code == 403
    entries = [one for one in await application.state.services.audit.list_since(None) if "viewed" in one.action]
    assert [(one.action, one.details["submission"]) for one in entries] == [("submission_viewed", made[0])] * 2


def test_files_of_versions_are_listed_printed_compared_and_exported(
    press: StandInPress,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in {"DATA": settings.data, "PROBLEMS": settings.problems}.items():
        monkeypatch.setenv(f"JAXDOJO_{name}", str(value))
    monkeypatch.setattr("app.work.installation.make_grader", lambda *_args, **_options: StandInGrader())
    run = make_command(monkeypatch, capsys)
    assert run("problem", "new", "halve")[0] == 0
    statement = settings.problems / "halve" / "statement.md"
    for text in ("First.\n", "Second \x1b[31m.\n"):
        statement.write_text(text)
        assert run("problem", "publish", "halve")[0] == 0
    statement.write_text("Third.\n")
    code, out, _ = run("problem", "files", "halve", "1")
    assert (code, "       7  statement.md\n" in out) == (0, True)
    assert run("problem", "files", "halve", "1", "statement.md")[1] == "First.\n"
    code, out, _ = run("problem", "diff", "halve", "1", "--files")
    assert (code, out.splitlines()[0]) == (0, "halve, version 1 -> 2: 1 file changed")
    assert "    -First.\n    +Second \\x1b[31m.\n" in out, "what controls a terminal is shown, not done"
    out = run("problem", "diff", "halve", "1", "--working")[1]
    assert "version 1 -> the working copy: 1 file changed" in out
    assert "    +Third.\n" in out
    assert run("problem", "diff", "halve", "1", "2", "--working")[0] == 2
    assert len(press.seen) == 2
    WorkingCopies(settings).write("halve", "statement.md", b"Fourth.\n", replaces="*")
    out = run("problem", "publish", "halve")[1]
    assert "halve has a working copy" in out
    assert str(settings.problems / "halve") in "".join(out.split())
    WorkingCopies(settings).create("fresh", name="Fresh", author="iris")
    assert "was written in the browser" in run("problem", "publish", "fresh")[2]
    archive = tmp_path / "one.zip"
    assert run("problem", "export", "halve", str(archive), "--version", "1")[0] == 0
    assert read_archive(archive.read_bytes()).package["statement.md"] == b"First.\n"
    for words in (("files", "halve", "9"), ("files", "halve", "1", "no.md"), ("files", "nothing", "1")):
        assert run("problem", *words)[0] == 2
