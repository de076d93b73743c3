"""The first hour in Firefox: the same steps as in Chromium, carried out by `first_hour.mjs`.

Playwright needs its own build of Firefox, which is in no package registry. Puppeteer drives the distribution's Firefox
with WebDriver BiDi.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest

from scripts.setup.front_end import find_node
from scripts.setup.system import FIREFOX
from tests.acceptance.conftest import FIRST_KATAS, PASSWORD, ROOT, read_solution

if TYPE_CHECKING:
    from tests.acceptance.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

STORY: Final = Path(__file__).with_name("first_hour.mjs")
STEPS: Final = 10


@pytest.mark.timeout(600)
def test_the_first_hour(first_site: Site, tmp_path: Path) -> None:
    firefox = next(filter(None, map(shutil.which, FIREFOX)), None)
    if firefox is None:
        pytest.skip("there is no Firefox here: install the package `firefox-esr`")
    if not (ROOT / "web" / "node_modules" / "puppeteer-core").is_dir():
        pytest.skip("puppeteer-core isn't installed: run `make setup`")
    node = find_node(Path(sysconfig.get_path("purelib")))
    solutions = json.dumps([[slug, read_solution(slug)] for slug in FIRST_KATAS])
    name = f"marie-{uuid4().hex[:8]}"
    done = subprocess.run(
        [node.program, str(STORY), firefox, first_site.url, solutions, name, PASSWORD],
        env=os.environ | {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == STEPS, done.stdout
