"""The real service, and a way to it on which answers are lost and connections break."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, List, Tuple, Union

KEY = "standard-key-of-the-tests"
ADMIN_KEY = "admin-key-of-the-tests"
ROOT = Path(__file__).resolve().parents[3]


class Service:
    """The service of this repository, as `npm start` starts it, on a free port. Skips the tests where there is none."""

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None or not (ROOT / "node_modules").is_dir():
            raise unittest.SkipTest("the service is not there: it takes Node and its packages")
        subprocess.run([node, "tools/build-when-changed.mjs"], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
        self._folder = tempfile.mkdtemp(prefix="palimpsest-python-")
        settings = {
            "PATH": os.environ.get("PATH", ""),
            "PORT": "0",
            "PALIMPSEST_DATA_DIR": os.path.join(self._folder, "data"),
            "EMBEDDED_FSYNC": "false",
            "LOG_LEVEL": "error",
            "CORE_API_KEY": KEY,
            "CORE_ADMIN_API_KEY": ADMIN_KEY,
            "CORE_RUNTIME_CONFIG_MUTATION_ENABLED": "true",
        }
        command = [node, "--liftoff-only", "dist/src/main.js", "serve"]
        self._process = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.PIPE, text=True)
        self.url = self._address()

    def _address(self) -> str:
        assert self._process.stdout is not None
        output = ""
        for line in self._process.stdout:
            output += line
            ready = re.search(r"is ready: (\S+)", line)
            if ready:
                return ready.group(1)
        self.stop()
        raise RuntimeError(f"the service did not start: {output}")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)


#: What becomes of a request on its way. ``lost``: it is carried out, and its answer does not arrive. A number: it is answered
#: this status, and not carried out.
Fate = Union[str, int]


class FaultyWay:
    """A way to the service."""

    def __init__(self, service: str) -> None:
        self.fates: List[Fate] = []
        self.seen: List[Tuple[str, Dict[str, str]]] = []
        self._released = threading.Event()
        way = self

        class Handler(BaseHTTPRequestHandler):
            def do(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                way.seen.append((self.command, {name.lower(): value for name, value in self.headers.items()}))
                fate = way.fates.pop(0) if way.fates else "passed"
                if fate == "silent":
                    way._released.wait(10)
                    return
                if fate == "broken":
                    return
                if isinstance(fate, int):
                    self.refuse(fate)
                    return
                status, headers, text = forwarded(service + self.path, self.command, self.headers, body)
                if fate == "lost":
                    self.refuse(503)
                else:
                    self.answer(status, headers, text)

            do_GET = do_POST = do_PUT = do_DELETE = do

            def refuse(self, status: int) -> None:
                headers = {"Content-Type": "application/json", "Retry-After": "0", "X-Request-Id": "on-the-way"}
                self.answer(status, headers, json.dumps({"error": "Somewhere on the way"}).encode())

            def answer(self, status: int, headers: Any, text: bytes) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection", "content-encoding"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def expect(self, *fates: Fate) -> None:
        """The fates of the next requests, in order; further ones pass."""
        self.fates = [*fates]
        self.seen.clear()

    def close(self) -> None:
        self._released.set()
        self._server.shutdown()
        self._server.server_close()


def forwarded(url: str, method: str, headers: Any, body: bytes) -> Tuple[int, Any, bytes]:
    sent = {name: value for name, value in headers.items() if name.lower() not in ("host", "connection", "content-length")}
    request = urllib.request.Request(url, data=body or None, method=method, headers=sent)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers, refusal.read()

