"""What threads of the server do with strangers' texts takes linear time.

A thread can't be ended, and a call into C keeps Python's lock, so that the event loop waits for it. What isn't linear
by construction belongs into a worker (`app/kit/workers`). Each function that is handed to a thread is listed here:
either with a measurement, or with the reason why it needs none.
"""

from __future__ import annotations

import ast
import gc
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from app.domains.authoring import statistics
from app.domains.authoring.archives import expand, pack, squeeze
from app.domains.authoring.service import NAME_WITHIN
from app.domains.authoring.statistics import Attempt, Rejections
from app.domains.authoring.working import check_content, compute_tags
from app.domains.problems.search import SearchIndex
from app.domains.similarity.export import Entry, File, pack_report
from app.domains.similarity.ranking import pack_works, rank
from app.domains.similarity.reading import _hash
from app.kit.mail import make_message
from grader.bundle.contents import Manifest
from grader.package.archive import read_archive
from grader.package.strict_yaml import read_scalar
from grader.report import Mode, Verdict
from tests.integration.app.press import make_manifest
from tests.integration.app.security.hostile_texts import TEXTS
from tests.unit.app.test_similarity import make_work
from tests.unit.web.test_search import make_detail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

APP: Final = Path(__file__).parents[3] / "app"
SIZE: Final = 64_000
"""The length of the longer one of two texts, in characters; strangers' sources may have 64 KiB."""
TIMES: Final = 4
"""How many times as long it is as the shorter one."""
MOST: Final = 10.0
"""How many times as long it may take: 4 is linear, 16 quadratic, and caches are more useful to the shorter one."""
NOISE_S: Final = 0.01
"""Times below this, in seconds, are too short to compare."""
TRIES: Final = 10
"""How often a text is measured that seems to take too long: on a busy machine, others use the caches, too."""
MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)


def count_attempts(text: str) -> Callable[[], object]:
    attempts = [
        Attempt(at, at % 7, Mode.SUBMIT, Verdict.WRONG_ANSWER, text[at : at + 3], text[at : at + 9], MOMENT)
        for at in range(0, len(text), 4)
    ]
    return lambda: statistics.count(attempts)


def choose_idea(text: str) -> Callable[[], object]:
    made = [Attempt(at, at, Mode.SUBMIT, Verdict.WRONG_ANSWER, "values", "", MOMENT) for at in range(3)]
    sources = {one.id: text + "\n" * one.id for one in made}
    return lambda: statistics.choose_idea(Rejections("values", 3, made, {}), sources, text)


def make_files(text: str) -> dict[str, bytes]:
    return {"problem.yaml": b"slug: x", "statement.md": text.encode(), "solutions/reference.py": text.encode()}


def expand_files(text: str) -> Callable[[], object]:
    kept = squeeze(read_archive(pack("x", make_files(text))))
    return lambda: expand(kept)


def pack_class(text: str) -> Callable[[], object]:
    works = [make_work(name, [*range(len(text) // 20)], comments=[text], names=text[:9_000].split()) for name in "ab"]
    return lambda: pack_works(works)


def pack_dolos(text: str) -> Callable[[], object]:
    works = [make_work(name, [*range(len(text) // 20)], comments=[text]) for name in "ab"]
    entries = [Entry(work, work.id, text, MOMENT) for work in works]
    files = [File(text.split(), [{"startRow": at} for at in range(len(text) // 10)]) for _ in works]
    ranking = rank(works)
    return lambda: pack_report("x", entries, files, ranking)


def load_bundle(text: str) -> Callable[[], object]:
    written = make_manifest(statement=text, lesson=text, starter=text).model_dump_json()
    return lambda: Manifest.model_validate_json(written)


def look_up(text: str) -> Callable[[], object]:
    def encode() -> None:  # as `socket.getaddrinfo` does
        with suppress(UnicodeError):
            text.encode("idna")

    return encode


MEASURED: Final[dict[str, Callable[[str], Callable[[], object]]]] = {
    "SearchIndex": lambda text: lambda: SearchIndex([make_detail("x", lesson=text)]),
    "statistics.count": count_attempts,
    "statistics.choose_idea": choose_idea,
    "compute_tags": lambda text: lambda: compute_tags(make_files(text)),
    "pack": lambda text: lambda: pack("x", make_files(text)),
    "expand": expand_files,
    "self._read_name": lambda text: lambda: read_scalar(text[: len(text) * NAME_WITHIN // SIZE], "name"),
    "self.copies.write": lambda text: lambda: check_content("statement.md", text.encode()),
    "_hash": lambda text: lambda: _hash([text], "key"),
    "pack_works": pack_class,
    "pack_report": pack_dolos,
    "self._relay.send": lambda text: lambda: make_message("a@b.test", "c@d.test", text, text).as_bytes(),
    "self._store.load": load_bundle,
    "look_up": look_up,
}
"""For each function, what it does with a text that is made ready before."""
NO_TEXT: Final = {
    *("threads.shutdown", "self._threads.shutdown", "worker.reap", "self.telemetry.close", "_generate", "fcntl.flock"),
    *("httpx.create_ssl_context", "tempfile.mkdtemp", "shutil.rmtree", "_write_description", "measure_machine"),
    *("services.metrics.render", "VaultService(database, Vault(settings)).check"),
    *("self._find_abilities", "last_used.remember", "self._load", "self._store", "running.pace.finish", "find_pace"),
    *("prepare", "draw_map", "self._stamp.unlink"),
}
"""Functions that read no stranger's text."""
FILES: Final = {
    *(f"self.copies.{name}" for name in ("create", "delete", "has_files", "read", "read_all", "replace_all")),
    *("self.copies.list_slugs", "self.copies.list_other_manifests", "self._copies.read_all", "self._list_own"),
    *("self._authoring.copies.discard", "self._authoring.copies.rename", "snapshot.__enter__", "snapshot.__exit__"),
    "write_tree",
}
"""Functions that read and write whole files, of limited number and size, and what `check_content` and tags do."""
HASHES: Final = {"self._hash.hash", "self._hash.verify_and_update"}
"""Password hashes, which take the time that the settings say."""
DATABASE: Final = {"self._read", "self._write"}
"""Queries, in threads of the database's own."""
GRADER: Final = {
    *("grade", "grader.start", "grader.close", "grader.grade", "graders.close", "lambda: grader.tier"),
    *(
        "running.close_grader",
        "check",
        "trial",
        "complete",
        "is_complete",
        "is_current",
        "compile_here",
        "remember_check",
    ),
    *("compute_fingerprint", "self.list_packages", "publisher.list_packages"),
    *("source_digest", "proof_digest", "find_proof", "_collect", "services.store.load"),
    *("services.programs.share", "self._services.programs.bring", "shared.bring"),
    *("services.store.share", "self._services.store.share"),
}
"""Grading and publishing: decision 20 says why they run in threads; their tests are those of `grader`."""


def find_functions() -> Iterator[str]:
    """Yield each function that the server hands to a thread."""
    for path in APP.rglob("*.py"):
        if path.is_relative_to(APP / "cli"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (given := list_given(node)):
                yield ast.unparse(given[0])


def list_given(call: ast.Call) -> list[ast.expr]:
    """Return what a call hands to a thread, the function first; nothing if it is another call."""
    match [ast.unparse(call.func).rpartition(".")[2], *map(ast.unparse, call.args)]:
        case ["to_thread", *_]:
            given = call.args
        case ["run_in_executor", _, run, *_]:
            given = call.args[2:] if run.endswith(".run") else call.args[1:]
        case [_, "asyncio.to_thread", *_]:
            given = call.args[1:]
        case _:
            return []
    first = given[0]
    return first.args if isinstance(first, ast.Call) and ast.unparse(first.func) == "partial" else given


def test_each_function_that_is_handed_to_a_thread_is_listed() -> None:
    listed = {*MEASURED, *NO_TEXT, *FILES, *HASHES, *DATABASE, *GRADER}
    found = set(find_functions())
    assert found - listed == set(), "say whether it reads strangers' texts, and measure it if so"
    assert listed - found == set(), "these are no longer called in a thread"


def measure(work: Callable[[], object]) -> float:
    """Return the processor time of a function without collections of garbage, in seconds."""
    gc.disable()
    try:
        began = time.thread_time()
        work()
        return time.thread_time() - began
    finally:
        gc.enable()


def find_slow(name: str, texts: dict[str, str]) -> list[str]:
    """Return the texts for which the time of a function grows faster than they do, with both times."""
    slow = []
    for what, text in texts.items():
        long = (text * (SIZE // len(text) + 1))[:SIZE]
        part, whole = (MEASURED[name](given) for given in (long[: SIZE // TIMES], long))
        shorter, longer = measure(part), measure(whole)
        for _again in range(TRIES):
            if longer < max(MOST * shorter, NOISE_S):
                break
            shorter, longer = min(shorter, measure(part)), min(longer, measure(whole))
        else:
            slow.append(f"{what}: {shorter * 1e3:.1f} ms, {longer * 1e3:.1f} ms")
    return slow


@pytest.mark.parametrize("name", MEASURED)
def test_the_time_grows_as_the_text_does(name: str) -> None:
    slow = find_slow(name, TEXTS)
    assert not slow, "\n".join(slow)


def test_a_quadratic_time_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(text: str) -> Callable[[], object]:
        return lambda: [text.count("**?", at) for at in range(0, len(text), 50)]

    monkeypatch.setitem(MEASURED, "_hash", search)
    assert find_slow("_hash", {"stars": TEXTS["stars"]})
