"""Assembles the pages, has Sphinx build the site, and checks the result against the server's page policy.

A build takes its pages from the checkout and writes `app/web/help`, which is replaced as a whole: a running server
shows either the old site or the new one. Sphinx rereads only the pages that changed since the last build (`.make/help`)
but writes all of them, since each lists others.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from scripts.setup import installer
from scripts.setup.commands import ROOT, SetupError, say
from scripts.setup.documentation import SITE, STAMP, digest_sources
from scripts.setup.stamps import STAMPS, digest, is_stamped
from scripts.site import codes, concepts, contents, interface, pages, picture

if TYPE_CHECKING:
    from collections.abc import Iterable

WORK: Final = STAMPS / "help"
STATIC: Final = ROOT / "app" / "web" / "static"
LOCK: Final = ROOT / "requirements" / "docs.txt"
TYPEFACES: Final = ("text.woff2", "code.woff2")
UNUSED: Final = (".buildinfo", "objects.inv")
"""Files that Sphinx writes for itself and for other sites."""
STYLES: Final = {' style="display: none;"': ' class="hidden"', ' style="opacity: 50%"': ' opacity="0.5"'}
"""Inline styles in the theme's own pictures, and equivalent attributes."""
REFUSED: Final = re.compile(
    r"<style\b|<script>|<script (?![^>]*\bsrc=)|<[^>]*\s(?:style|on[a-z]+)=|javascript:", re.IGNORECASE
)
"""Markup that the page policy refuses, or that shouldn't be there for it to refuse: no page contains it."""
LONG_CODE: Final = re.compile(r'(<span class="pre">)([^<]{16,})')
JOINT: Final = re.compile(r"([_/@,]|&amp;)(?=\w)")
"""Where a long name in code may be broken, so that a table fits on a page: some settings' names have 40 letters."""
PICTURE: Final = re.compile(r"""url\((["'])data:image/svg\+xml(?:;charset=utf-8)?,(.*?)\1\)""")
STRANGE: Final = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(?:https?:)?//", re.IGNORECASE)
"""Markup that would load something from another site."""


class SiteError(SetupError):
    """The site can't be built. The message says what is wrong with which page."""


def render_pages() -> dict[str, str]:
    """Return the text of each page of the site by its name."""
    written = pages.list_written()
    found = {name: pages.read_page(file) for name, file in written.items()}
    found["scaling"] = picture.add_picture(found["scaling"])
    found["decisions/README"] += list_below(name for name in written if re.match(r"decisions/\d", name))
    found |= dict(codes.render()) | dict(concepts.render()) | dict(interface.render())
    return {"index": render_front(found)} | found


def render_front(found: dict[str, str]) -> str:
    """Return the first page: the parts by reader, with links to their pages."""
    about = "Graded exercises for JAX and Flax NNX: what they ask for, and how to run them for others."
    parts = [f"# JAX Dojo help\n\n{about}\n"]
    for part in contents.PARTS:
        links = "".join(f"- [{name_in_list(name, found[name])}]({name}.md)\n" for name in part.pages)
        parts.append(f"\n## {part.reader}\n\n{part.about}\n\n{links}")
    for part in contents.PARTS:
        listed = "\n".join(f"{name_in_list(name, found[name])} <{name}>" for name in part.pages)
        parts.append(f"\n```{{toctree}}\n:hidden:\n:caption: {part.reader}\n\n{listed}\n```\n")
    return "".join(parts)


def name_in_list(name: str, text: str) -> str:
    """Return a page's name in lists."""
    return contents.TITLES.get(name) or text.partition("\n")[0].removeprefix("# ")


def list_below(names: Iterable[str]) -> str:
    """Return the directive that puts pages below another one in the sidebar's list."""
    lines = "".join(f"/{name}\n" for name in names)
    return f"\n```{{toctree}}\n:hidden:\n\n{lines}```\n"


def write_pages(folder: Path) -> list[str]:
    """Write the pages that differ below `folder`, in Sphinx's format; return the names of all pages."""
    found = render_pages()
    for name, text in found.items():
        links = re.sub(r"\]\(/([^)#\s]*)\)", r"](app:\1)", text)
        links = re.sub(r"\]\(/([^)\s]*#[^)\s]*)\)", r"](app-part:\1)", links)
        # Pages about one code are found by links and by the search; a list of all would be in every page's sidebar.
        orphan = "---\norphan: true\n---\n" if re.match(r"(codes|concepts)/(?!index)", name) else ""
        file = folder / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != orphan + links:
            file.write_text(orphan + links, encoding="utf-8")
    for file in folder.rglob("*.md"):
        if file.relative_to(folder).as_posix().removesuffix(".md") not in found:
            file.unlink()
    return list(found)


def find_sphinx() -> Path:
    """Return a Python that has what `requirements/docs.txt` locks: this one, or one in a separate environment.

    Raises `SetupError` if that environment can't be created, for example without a network.
    """
    if all(importlib.util.find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        return Path(sys.executable)
    folder = STAMPS / "docs"
    python, stamp = folder / "bin" / "python", folder / ".setup-stamp"
    value = digest([LOCK], sys.version)
    if not is_stamped(stamp, value):
        say("installing the packages that requirements/docs.txt locks into .make/docs")
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-I", "-m", "venv", "--without-pip", folder], check=True)
        installer.install(python, [LOCK])
        stamp.write_text(value)
    return python


def build(site: Path = SITE) -> None:
    """Build the site.

    Raises `SiteError` for invalid pages, and `SetupError` if Sphinx can't be installed.
    """
    value = digest_sources()
    python = find_sphinx()
    say("building the documentation's site")
    source, made = WORK / "source", WORK / "made"
    try:
        names = write_pages(source)
    except pages.LinkError as error:
        raise SiteError(str(error)) from error
    configuration = Path(__file__).resolve().parent
    command: list[str | Path] = [
        python,
        "-I",
        "-m",
        "sphinx",
        "-b",
        "html",
        "-q",
        "-W",
        "--keep-going",
        "-a",
        "-j",
        "auto",
    ]
    if (STATIC / "manifest.json").is_file():
        command += ["-A", "typefaces=1"]
    command += ["-c", configuration, "-d", WORK / "doctrees", source, made]
    own = {name: told for name, told in os.environ.items() if not name.startswith(("PYTHON", "SPHINX"))}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=own | {"NO_COLOR": "1"})
    if done.returncode:
        raise SiteError((done.stderr or done.stdout).replace(f"{source}/", "").strip())
    finish(made, names)
    exchange(made, site)
    STAMP.write_text(value)


def finish(made: Path, names: list[str]) -> None:
    """Finish Sphinx's output: add typefaces and a list of pages, remove styles from pages; raises `SiteError`."""
    for name in UNUSED:
        (made / name).unlink(missing_ok=True)
    _copy_typefaces(made / "_static")
    for sheet in (made / "_static").rglob("*.css"):
        _write_pictures(sheet)
    for page in made.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for style, attribute in STYLES.items():
            text = text.replace(style, attribute)
        text = LONG_CODE.sub(lambda found: found[1] + JOINT.sub(r"\1<wbr>", found[2]), text)
        for pattern in (REFUSED, STRANGE):
            found = pattern.search(text)
            if found is not None:
                around = text[max(0, found.start() - 80) : found.end() + 80]
                raise SiteError(f"{page.relative_to(made)} holds what the policy of pages refuses: {around!r}")
        page.write_text(text, encoding="utf-8")
    missing = [name for name in names if not (made / f"{name}.html").is_file()]
    if missing:
        raise SiteError(f"Sphinx made no page of {', '.join(missing)}")


def _copy_typefaces(static: Path) -> None:
    """Copy the pages' typefaces if the front end is built; without them, the site uses the system's."""
    manifest = STATIC / "manifest.json"
    known = json.loads(manifest.read_text(encoding="utf-8")) if manifest.is_file() else {}
    for name in TYPEFACES:
        if name in known:
            shutil.copy(STATIC / known[name], static / name)


def _write_pictures(sheet: Path) -> None:
    """Move a style sheet's embedded pictures to files beside it: pages load no pictures from `data:` addresses."""

    def write(found: re.Match[str]) -> str:
        text = unquote(found[2])
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.svg"
        (sheet.parent / name).write_text(text, encoding="utf-8")
        return f'url("{name}")'

    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(PICTURE.sub(write, text), encoding="utf-8")


def exchange(made: Path, site: Path) -> None:
    """Replace the old site with the new one."""
    new, old = site.with_name(f"{site.name}.new"), site.with_name(f"{site.name}.old")
    for folder in (new, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, new)
    if site.exists():
        site.rename(old)
    new.rename(site)
    shutil.rmtree(old, ignore_errors=True)
