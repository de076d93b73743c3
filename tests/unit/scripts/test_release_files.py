"""Release files: the same source gives the same bytes, all links lead somewhere, and the SBOM names what is needed."""

from __future__ import annotations

import io
import json
import re
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import description, normalise, sbom, try_release

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 1_700_000_001
SOURCE = "https://git.example.org/dojo"


def write_wheel(path: Path, year: int, mode: int) -> None:
    with zipfile.ZipFile(path, "w") as wheel:
        for name in ("b.py", "a.sh"):
            entry = zipfile.ZipInfo(name, (year, 1, 1, 0, 0, 0))
            entry.external_attr = (mode | (0o100 if name == "a.sh" else 0)) << 16
            wheel.writestr(entry, name * 100)


def write_source(path: Path, seconds: int, mode: int, names: list[str]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.mode, entry.uname, entry.uid, entry.size = seconds, mode, "ada", 1000, len(name)
            archive.addfile(entry, io.BytesIO(name.encode()))


def test_wheels_of_one_source_are_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "1.whl", tmp_path / "2.whl"
    write_wheel(first, 2020, 0o100600)
    write_wheel(second, 2025, 0o100664)
    assert first.read_bytes() != second.read_bytes()
    for path in (first, second):
        normalise.normalise_wheel(path, SECONDS)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as wheel:
        assert wheel.read("b.py") == b"b.py" * 100
        modes = {entry.filename: oct(entry.external_attr >> 16) for entry in wheel.infolist()}
    assert modes == {"b.py": "0o100644", "a.sh": "0o100755"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.whl", "2.whl"]


def test_source_distributions_are_too(tmp_path: Path) -> None:
    first, second = tmp_path / "1.tar.gz", tmp_path / "2.tar.gz"
    write_source(first, 1, 0o600, ["x/b", "x/a"])
    write_source(second, 2, 0o664, ["x/a", "x/b"])
    for path in (first, second):
        normalise.normalise_source(path, SECONDS)
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as archive:
        found = {entry.name: (entry.mtime, entry.mode, entry.uname, entry.uid) for entry in archive}
    assert found == {"x/a": (SECONDS, 0o644, "", 0), "x/b": (SECONDS, 0o644, "", 0)}


def test_links_of_the_description_lead_to_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.jaxdojo.release]\nsource = ""\n', encoding="utf-8")
    text = "[a](docs/a.md), [b](https://b.example/), ![c](docs/c.svg), [d](#d)"
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    monkeypatch.delenv("RELEASE_SOURCE", raising=False)
    assert description.make_description(tmp_path) == "a, [b](https://b.example/), c, d"
    assert description.find_addresses(tmp_path) == {}
    monkeypatch.setenv("RELEASE_SOURCE", SOURCE + "/")
    file, picture = f"{SOURCE}/blob/main/docs/a.md", f"{SOURCE}/raw/main/docs/c.svg"
    told = f"[a]({file}), [b](https://b.example/), ![c]({picture}), [d]({SOURCE}#d)"
    assert description.make_description(tmp_path) == told
    assert description.find_addresses(tmp_path)["Issues"] == f"{SOURCE}/issues"


@pytest.mark.parametrize("source", ["http://git.example.org", "git.example.org", "https://", "https://a b"])
def test_other_addresses_are_refused(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.setenv("RELEASE_SOURCE", source)
    with pytest.raises(ValueError, match="begins with https"):
        description.find_source(ROOT)


def test_the_sbom_names_all_that_is_locked_for_this_python(tmp_path: Path) -> None:
    lines = re.findall(r"^[a-z].*?(?= \\$)", sbom.LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)
    locked = [one for one in map(Requirement, lines) if one.marker is None or one.marker.evaluate()]
    needed = {(canonicalize_name(one.name), str(one.specifier)) for one in locked}
    assert {"jax", "flax", "fastapi"} <= {name for name, _version in needed}
    path = tmp_path / "sbom.json"
    assert sbom.write_sbom(path) == ""
    listed = json.loads(path.read_text(encoding="utf-8"))["components"]
    assert needed <= {(canonicalize_name(one["name"]), f"=={one['version']}") for one in listed}


def test_an_sbom_that_fails_says_why(tmp_path: Path) -> None:
    told = sbom.write_sbom(tmp_path / "sbom.json", tmp_path / "missing.txt")
    assert "missing.txt" in told


def test_a_release_that_takes_more_than_a_minute_of_processor_fails() -> None:
    try_release.check_processor(60.0)
    with pytest.raises(try_release.ReleaseError, match=r"took 60\.4 s of processor time, more than 60 s"):
        try_release.check_processor(60.4)
