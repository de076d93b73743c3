"""The service behind nginx and Caddy, with the files of `deploy/proxy` unchanged except for addresses."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from app.db.statuses import Role
from app.db.upgrade import upgrade
from app.domains.limits.throttle import PER_NAME
from app.http.middleware import MAX_BODY, MAX_UPLOAD
from app.http.requests import BROWSER_COOKIE, SESSION_COOKIE
from app.kit.settings import Settings, prepare_data_directory
from tests.integration.app.conftest import PASSWORD, StandInGrader, publish
from tests.integration.app.serving import serve
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

PROXY = Path(__file__).resolve().parents[3] / "deploy" / "proxy"
START_S = 30.0
HOST = "localhost"


@dataclass
class Proxied:
    """A service behind a proxy: its grader, and its addresses at the proxy, with TLS and without."""

    grader: StandInGrader
    url: str
    plain: str

    def open(self, **headers: str) -> httpx.Client:
        """Return a browser that uses the proxy. The certificate is the test's own, so it isn't verified."""
        given = {"sec-fetch-site": "same-origin", **headers}
        return httpx.Client(base_url=self.url, headers=given, verify=False, timeout=30)  # noqa: S501


def write_nginx(folder: Path, upstream: str, port: int, plain: int) -> list[str]:
    """Write nginx's files; return the command that starts nginx."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}", "-days", "2"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
    )
    site = (PROXY / "nginx.conf").read_text(encoding="utf-8")
    for told, here in (
        ("/etc/letsencrypt/live/dojo.example.org", str(folder)),
        ("/var/log/nginx", str(folder)),
        ("dojo.example.org", HOST),
        ("127.0.0.1:8000", upstream),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
    ):
        assert told in site
        site = site.replace(told, here)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    kept = " ".join(
        f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; {'user root;' if os.geteuid() == 0 else ''} pid {folder}/pid; error_log {folder}/error.log;"
        f"events {{}} http {{ access_log off; {kept} include {folder}/site.conf; }}",
        encoding="utf-8",
    )
    return ["nginx", "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]


def write_caddy(folder: Path, upstream: str, port: int, plain: int) -> list[str]:
    """Write Caddy's file; return the command that starts Caddy, which makes its own certificate for `localhost`."""
    site = (PROXY / "Caddyfile").read_text(encoding="utf-8")
    for told, here in (("dojo.example.org", HOST), ("127.0.0.1:8000", upstream)):
        assert told in site
        site = site.replace(told, here)
    options = ["admin off", "skip_install_trust", f"http_port {plain}", f"https_port {port}"]
    options.append(f"storage file_system {folder}/ca")
    (folder / "Caddyfile").write_text("\n".join(["{", *options, "}", site]), encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


WRITE = {"nginx": write_nginx, "caddy": write_caddy}


@contextmanager
def running_proxy(kind: str, folder: Path, upstream: str) -> Iterator[tuple[int, int]]:
    """Run a proxy for the duration of the block; yield its ports, with TLS and without."""
    port, plain = find_free_port(), find_free_port()
    command = WRITE[kind](folder, upstream, port, plain)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        (folder / "output").open("wb") as output,
        subprocess.Popen(command, stdout=output, stderr=output, env=environment) as process,
    ):
        try:
            deadline = time.monotonic() + START_S
            while not _answers(port):
                assert process.poll() is None, (folder / "output").read_text()
                assert time.monotonic() < deadline, (folder / "output").read_text()
                time.sleep(0.05)
            yield port, plain
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    """Return whether a TLS handshake succeeds: Caddy makes its certificate after it begins to listen."""
    try:
        httpx.get(f"https://{HOST}:{port}/healthz", verify=False)  # noqa: S501
    except httpx.TransportError:
        return False
    return True


async def prepare(application: FastAPI, _grader: StandInGrader) -> None:
    services = application.state.services
    await publish(services)
    for name, role in (("ada", Role.LEARNER), ("bob", Role.LEARNER), ("iris", Role.INSTRUCTOR)):
        await services.accounts.add_user(name, PASSWORD, role)


@pytest.fixture(scope="module", params=list(WRITE))
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """Yield the world behind each proxy."""
    kind: str = request.param
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} isn't installed here: install the package `{kind}`")
    folder = tmp_path_factory.mktemp(kind)
    settings = Settings(
        data=folder / "data",
        problems=folder / "problems",
        workers=1,
        password_memory_kib=64,
        password_passes=1,
        stop_grace_s=0.2,
        sign_ups_per_hour=0,
        submissions_per_minute=0,
        requests_per_minute=0,
        address_requests_per_minute=0,
        public_url="https://dojo.example.org",
        _env_file=None,
    )
    prepare_data_directory(settings)
    upgrade(settings.database_url)
    with serve(settings, prepare) as serving, running_proxy(kind, folder, serving.url.removeprefix("http://")) as ports:
        yield Proxied(serving.grader, f"https://{HOST}:{ports[0]}", f"http://{HOST}:{ports[1]}")


def sign_in(http: httpx.Client, name: str = "ada", password: str = PASSWORD) -> httpx.Response:
    return http.post("/api/v1/session", json={"name": name, "password": password})


def test_cookies_are_for_encrypted_connections(proxied: Proxied) -> None:
    with proxied.open() as http:
        answer = sign_in(http)
        assert answer.status_code == 200, answer.text
        for name in (SESSION_COOKIE, BROWSER_COOKIE):
            [cookie] = [one for one in answer.headers.get_list("set-cookie") if one.startswith(f"__Host-{name}=")]
            assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
        assert answer.headers["strict-transport-security"]
        assert answer.headers["x-request-id"]
        assert http.get("/api/v1/session").json()["account"]["name"] == "ada"
        form = http.post("/signout", headers={"origin": proxied.url})
        assert form.status_code == 303, "the host arrives as the browser sees it"


def test_without_encryption_one_is_sent_to_it(proxied: Proxied) -> None:
    answer = httpx.get(f"{proxied.plain}/problems?x=1", headers={"host": HOST})
    assert answer.status_code in {301, 308}
    assert answer.headers["location"].startswith(f"https://{HOST}")
    assert answer.headers["location"].endswith("/problems?x=1")


def test_client_cannot_choose_its_address(proxied: Proxied) -> None:
    """Each guess claims to come from a different address; all are counted for one."""
    codes = []
    for number in range(PER_NAME + 2):
        forged = f"198.51.100.{number}"
        headers = {"x-forwarded-for": forged, "forwarded": f"for={forged}", "x-real-ip": forged}
        headers |= {"x-forwarded-host": "evil.example", "true-client-ip": forged}
        with proxied.open(**headers) as http:
            codes.append(sign_in(http, "bob", "not the password").status_code)
    assert codes == [401] * PER_NAME + [429] * 2


def test_metrics_are_for_those_who_come_directly(proxied: Proxied) -> None:
    with proxied.open() as http:
        assert http.get("/metrics").status_code == 404


def test_archives_may_be_larger_than_other_bodies(proxied: Proxied) -> None:
    with proxied.open() as http:
        assert sign_in(http, "iris").status_code == 200
        archive = "/api/v1/authoring/problems/shift/archive"
        files = {"file": ("shift.zip", b"0" * (MAX_UPLOAD - 4096))}
        answer = http.put(archive, files=files)
        assert answer.status_code not in {413, 500, 502}, "it arrives"
        assert answer.headers["content-type"] == "application/problem+json"
        assert http.put(archive, content=b"0" * (MAX_UPLOAD + 1)).status_code == 413
        assert http.put(archive, content=b"0" * (10 * 2**20)).status_code == 413
        for path in ("/api/v1/authoring/problems/archive", "/api/v1/authoring/problems/import"):
            answer = http.post(path, content=b"0" * (MAX_UPLOAD - 4096), headers={"content-type": "application/zip"})
            assert answer.status_code not in {413, 500, 502}, "it arrives"
            assert answer.headers["content-type"] == "application/problem+json"
        answer = http.post("/api/v1/problems/double/submissions", content=b"0" * (MAX_BODY + 1))
        assert (answer.status_code, answer.headers["content-type"]) == (413, "application/problem+json")


def test_events_arrive_as_they_happen(proxied: Proxied) -> None:
    """The grade is blocked until its first events have arrived."""
    grader = proxied.grader
    with proxied.open() as http:
        assert sign_in(http).status_code == 200
        grader.gate.clear()
        try:
            made = http.post("/api/v1/problems/double/submissions", json={"source": "x = 1", "mode": "submit"})
            assert made.status_code in {201, 202}, made.text
            seen = []
            with http.stream("GET", f"/api/v1/submissions/{made.json()['id']}/events") as stream:
                for line in stream.iter_lines():
                    if line.startswith("event: "):
                        seen.append(line.removeprefix("event: "))
                        if seen[-1] == "started":
                            grader.gate.set()
        finally:
            grader.gate.set()
    assert (seen[0], seen[-1]) == ("queued", "verdict")
