"""A bundle is loaded exactly as it was saved, under the digest of its content; a damaged one is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.bundle.contents import Bundle, Case, CaseCall, digest_of, seal
from grader.bundle.store import BundleStore
from grader.errors import BundleError
from grader.package.files import Pool
from grader.protocol import Make
from tests.unit.grader.factories import make_call, make_case, make_manifest, pack

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SAMPLE = make_case()
HIDDEN = Case(
    "hidden-1",
    "all kinds of values",
    (
        CaseCall(
            "", {"x": -0.0, "box": Make("Box", {"vec": pack(1.0), "scale": 2**70})}, (pack(), {"a": [None]}), None
        ),
        make_call(traces=(0, 3)),
    ),
)


def make_bundle() -> Bundle:
    return seal(make_manifest(), (SAMPLE,), (HIDDEN, SAMPLE), (HIDDEN,))


def test_a_bundle_comes_back_as_it_was(tmp_path: Path) -> None:
    bundle = make_bundle()
    store = BundleStore(tmp_path / "bundles")
    assert store.save(bundle) == bundle.digest
    loaded = BundleStore(tmp_path / "bundles").load(bundle.digest)
    assert loaded == bundle
    assert repr(loaded.pool[0].calls[0].args["x"]) == "-0.0"
    assert store.load(bundle.digest) is store.load(bundle.digest)


def test_saving_again_changes_nothing(tmp_path: Path) -> None:
    store = BundleStore(tmp_path)
    digest = store.save(make_bundle())
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert store.save(make_bundle()) == digest
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.parametrize(
    "change",
    [
        lambda bundle: seal(make_manifest(name="Other"), bundle.samples, bundle.pool, bundle.warm),
        lambda bundle: seal(bundle.manifest, bundle.pool, bundle.pool, bundle.warm),
        lambda bundle: seal(bundle.manifest, bundle.samples, bundle.pool[:1], bundle.warm),
        lambda bundle: seal(bundle.manifest, bundle.samples, bundle.pool, ()),
        lambda bundle: seal(bundle.manifest, (make_case(make_call(traces=None)),), bundle.pool, bundle.warm),
    ],
    ids=["manifest", "samples", "pool", "warm", "traces"],
)
def test_the_digest_is_of_the_content(change: Callable[[Bundle], Bundle]) -> None:
    bundle = make_bundle()
    assert (
        bundle.digest == make_bundle().digest == seal(bundle.manifest, bundle.samples, bundle.pool, bundle.warm).digest
    )
    assert change(bundle).digest != bundle.digest


def test_a_bundle_without_a_word_about_labels_keeps_them_private(tmp_path: Path) -> None:
    """So bundles from before there was a choice keep their digests, and tell learners nothing more."""
    store, bundle = BundleStore(tmp_path), make_bundle()
    manifest = (tmp_path / store.save(bundle) / "manifest.json").read_text(encoding="utf-8")
    assert '"pool": {"draw": 1}' in manifest
    assert store.load(bundle.digest).manifest.pool.labels == "private"
    public = seal(make_manifest(pool=Pool(labels="public")), bundle.samples, bundle.pool, bundle.warm)
    assert BundleStore(tmp_path / "other").load(BundleStore(tmp_path / "other").save(public)) == public


def test_the_digest_that_is_given_is_not_believed(tmp_path: Path) -> None:
    assert BundleStore(tmp_path).save(replace(make_bundle(), digest="0" * 64)) == make_bundle().digest


@pytest.mark.parametrize("name", ["manifest.json", "cases.bin"])
@pytest.mark.parametrize("damage", ["flipped", "cut", "longer"])
def test_a_damaged_bundle_is_refused(tmp_path: Path, name: str, damage: str) -> None:
    store = BundleStore(tmp_path)
    digest = store.save(make_bundle())
    path = tmp_path / digest / name
    data = path.read_bytes()
    flipped = data[:40] + bytes([data[40] ^ 1]) + data[41:]
    path.write_bytes({"flipped": flipped, "cut": data[:-1], "longer": data + b"\n"}[damage])
    with pytest.raises(BundleError, match=f"bundle {digest[:12]} is damaged.*publish again"):
        store.load(digest)


@pytest.mark.parametrize("name", ["manifest.json", "cases.bin"])
def test_a_bundle_without_a_file_is_refused(tmp_path: Path, name: str) -> None:
    store = BundleStore(tmp_path)
    digest = store.save(make_bundle())
    (tmp_path / digest / name).unlink()
    with pytest.raises(BundleError, match="can't be read: No such file or directory; publish again"):
        store.load(digest)


def test_a_bundle_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="bundle 0000"):
        BundleStore(tmp_path / "nowhere").load("0" * 64)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("manifest.json", b"{}"),
        ("manifest.json", b"not JSON"),
        ("cases.bin", b""),
        ("cases.bin", b"JD\x01\x08\0\0\0\x02\0\0\0\0\0\0\0\0{}"),
        ("cases.bin", b"JD\x01\x08\0\0\0\x0e\0\0\0\0\0\0\0\0" + b'{"samples": 1}'),
    ],
    ids=["manifest without keys", "manifest that is no JSON", "no cases", "cases without lists", "samples of a number"],
)
def test_a_bundle_of_another_format_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    """Its digest matches its content, so an older or newer version wrote it."""
    scratch = tmp_path / BundleStore(tmp_path).save(make_bundle())
    (scratch / name).write_bytes(data)
    digest = digest_of((scratch / "manifest.json").read_bytes(), (scratch / "cases.bin").read_bytes())
    scratch.rename(tmp_path / digest)
    with pytest.raises(BundleError, match="of another format than this version reads; publish again"):
        BundleStore(tmp_path).load(digest)


def test_nothing_is_left_where_a_bundle_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        BundleStore(tmp_path).save(make_bundle())
    assert not list(tmp_path.iterdir())


def test_saving_again_mends_a_damaged_bundle(tmp_path: Path) -> None:
    store = BundleStore(tmp_path)
    digest = store.save(make_bundle())
    (tmp_path / digest / "cases.bin").write_bytes(b"")
    assert store.save(make_bundle()) == digest
    assert store.load(digest) == make_bundle()
    assert [path.name for path in tmp_path.iterdir()] == [digest]
