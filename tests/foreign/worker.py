"""Runs one file of tests with pytest and reports each test, in a sandbox like a submission or in an ordinary process.

In an ordinary process: `python worker.py JOB`, where JOB is JSON. In a sandbox, this file replaces
`grader/inside/script.py`, so that the job `script` runs it. The file of tests is compiled like a submission, and each
test is a call of it: the probes, the marks and the guard are active. No wall is left out.
"""

from __future__ import annotations

import json
import os
import sys
import types
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Tell = Callable[[dict[str, Any]], None]

MAX_REASON = 300
PACKAGES = "/foreign/packages"
"""The folder in a sandbox with the packages that run tests."""
RUNNERS = tuple(f"{PACKAGES}/{name}/" for name in ("_pytest", "pluggy", "pytest", "absl/testing"))
"""The packages that run tests, which need to read frames."""
STANDARD = (os.path.dirname(os.__file__) + os.sep, "<frozen ")  # noqa: PTH120 - names of files of code
OPTIONS = ("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler", "--capture=sys", "-c", "/dev/null")


class Suite:
    """A pytest plugin that loads the file itself, skips tests that were already reported, and reports the others."""

    def __init__(self, job: dict[str, Any], load: Callable[[Path], types.ModuleType], tell: Tell) -> None:
        """Run the tests of `job`: all but `done`, or `only` some."""
        self._job, self._load, self._tell = job, load, tell
        self._failed: dict[str, str] = {}

    def pytest_pycollect_makemodule(self, module_path: Path, parent: Any) -> Any:  # noqa: ANN401 - pytest's own types
        """Return the collector of the file."""
        import pytest  # noqa: PLC0415 - found only once the path is set

        load = self._load

        class File(pytest.Module):
            def _getobj(self) -> types.ModuleType:
                return load(self.path)

        return File.from_parent(parent, path=module_path)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep only the requested tests."""
        only, done = self._job["only"], set(self._job["done"])
        items[:] = [
            item for item in items if (self._name(item) not in done if only is None else self._name(item) in only)
        ]

    @staticmethod
    def _name(item: Any) -> str:  # noqa: ANN401 - pytest's own type
        return str(item.nodeid).partition("::")[2]

    def pytest_collectreport(self, report: Any) -> None:  # noqa: ANN401 - pytest's own type
        """Report that the file can't be loaded, and why."""
        if report.failed:
            self._tell({"test": "(loading)", "came": "failed", "why": str(report.longrepr)[-MAX_REASON:]})

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Report that a test begins, so that one that ends the process can be identified."""
        self._tell({"test": nodeid.partition("::")[2], "came": "begun"})

    def pytest_runtest_logreport(self, report: Any) -> None:  # noqa: ANN401 - pytest's own type
        """Report how a test ended, in its call or earlier."""
        if report.when == "call" or report.outcome != "passed":
            why = str(getattr(report.longrepr, "reprcrash", report.longrepr) or "")[-MAX_REASON:]
            self._tell({"test": report.nodeid.partition("::")[2], "came": report.outcome, "why": why})


def run_tests(job: dict[str, Any], load: Callable[[Path], types.ModuleType], tell: Tell, *plugins: object) -> None:
    """Run the tests of the file that `job` names."""
    sys.path.append(PACKAGES)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # Those of our own tests are here, too.
    import pytest  # noqa: PLC0415 - as above

    os.chdir(Path(job["file"]).parent)
    warnings.simplefilter("default")
    pytest.main([*OPTIONS, "--rootdir", str(Path(job["file"]).parent), job["file"]], [Suite(job, load, tell), *plugins])


def load_plainly(path: Path) -> types.ModuleType:
    """Load a file as the sandbox does, but without the marks."""
    text = path.read_text(encoding="utf-8")
    module = types.ModuleType(path.stem)
    module.__file__ = "solution.py"
    sys.modules[path.stem] = module
    exec(compile(text, "solution.py", "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - what it is for
    return module


def excuse_pytest(find_culprit: Callable[..., tuple[bool, int | None]]) -> Callable[..., tuple[bool, int | None]]:
    """Return a `find_culprit` that lets pytest read frames, since pytest isn't part of the comparison."""

    def find(frame: types.FrameType | None, *rest: Any) -> tuple[bool, int | None]:  # noqa: ANN401 - passed on
        at = frame
        while at is not None and at.f_code.co_filename.startswith(STANDARD):
            at = at.f_back
        if at is not None and at.f_code.co_filename.startswith(RUNNERS):
            return False, None
        return find_culprit(frame, *rest)

    return find


def run_script(job: Any, send: Callable[..., None]) -> None:  # noqa: ANN401 - a JOB frame
    """Run the tests as a submission; a sandbox's worker calls this."""
    from grader.inside import culprits  # noqa: PLC0415 - there only inside
    from grader.inside import guard as guard_module  # noqa: PLC0415
    from grader.inside import source as source_module  # noqa: PLC0415
    from grader.inside.descriptions import describe_record  # noqa: PLC0415
    from grader.inside.guard import Guard  # noqa: PLC0415
    from grader.inside.patches import Probes  # noqa: PLC0415
    from grader.inside.probes import IDLE, Recorder, enter  # noqa: PLC0415
    from grader.inside.source import Source  # noqa: PLC0415
    from grader.protocol import Frame, FrameKind  # noqa: PLC0415

    sys.path.append(PACKAGES)
    import pytest  # noqa: PLC0415 - as above

    recorder, probes, guard = Recorder(), Probes(None), Guard(send)
    for module in (culprits, source_module):
        vars(module)["THEIRS"] = (*source_module.THEIRS, PACKAGES)
    vars(guard_module)["find_culprit"] = excuse_pytest(culprits.find_culprit)

    def load(path: Path) -> types.ModuleType:
        source = Source(path.read_text(encoding="utf-8"), name=path.stem, idle=IDLE)
        recorder.functions = source.functions
        guard.watch(recorder.handlers(), probes.codes, [])
        recorder.start_module()
        return source.fresh_module(enter)

    class Watch:
        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_call(self) -> Any:  # noqa: ANN401 - pytest's own type
            recorder.start_call()
            try:
                return (yield)
            finally:
                record = recorder.end_call()
                recorder.states_kept()
                json.dumps(describe_record(record, recorder))

    file = Path("/scratch", str(job.header["file"]))
    file.write_text(str(job.header.pop("text")), encoding="utf-8")
    run_tests({**job.header, "file": str(file)}, load, lambda told: send(Frame(FrameKind.CASE, told)), Watch())
    send(Frame(FrameKind.DONE, {}))


if __name__ == "__main__":
    run_tests(
        json.loads(sys.argv[1]),
        load_plainly,
        lambda told: print(f"\0{json.dumps(told)}", file=sys.__stdout__, flush=True),
    )
