"""A web server on the loopback interface, with ranges and faults."""

import re
import threading
from dataclasses import dataclass, field
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Request:
    """A request that was received."""

    path: str
    range: str | None
    authorization: str | None


@dataclass
class Fault:
    """The fault of one response: its status, or the number of bytes of the body after which it drops or hangs."""

    status: int | None = None
    drop_after: int | None = None
    hang_after: int | None = None


@dataclass
class FileServer:
    """Serves bytes by path. Each request takes the next fault of its path."""

    files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    """The targets of redirects, by path."""
    types: dict[str, str] = field(default_factory=dict)
    """The Content-Type header of each path."""
    default_type: str | None = None
    """The Content-Type header of the other paths."""
    requests: list[Request] = field(default_factory=list)
    hangs: threading.Event = field(default_factory=threading.Event)
    """Set when a response hangs."""
    goes_on: threading.Event = field(default_factory=threading.Event)
    """Ends responses that hang."""

    def __post_init__(self) -> None:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                server.respond(self)

            def do_HEAD(self) -> None:
                server.respond(self)

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        """The URL of the root, with a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_port}/"

    def stop(self) -> None:
        self.goes_on.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        headers, path = handler.headers, handler.path
        self.requests.append(Request(path, headers["Range"], headers["Authorization"]))
        if target := self.redirects.get(path):
            handler.send_response(302)
            handler.send_header("Location", target)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        faults, body = self.faults.get(path, []), self.files.get(path)
        fault = faults.pop(0) if faults else Fault()
        if fault.status is not None or body is None:
            self._send_empty(handler, fault.status or 404)
            return
        tag = f'"{sha1(body).hexdigest()}"'
        if headers["If-Match"] not in (None, tag):
            self._send_empty(handler, 412)
            return
        start, end, status = 0, len(body), 200
        if found := re.fullmatch(r"bytes=(\d+)-(\d*)", headers["Range"] or ""):
            start, status = int(found[1]), 206
            end = min(end, int(found[2]) + 1) if found[2] else end
            if start >= len(body):
                self._send_empty(handler, 416)
                return
        handler.send_response(status)
        handler.send_header("ETag", tag)
        if content_type := self.types.get(path, self.default_type):
            handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(end - start))
        if status == 206:
            handler.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(body)}")
        handler.end_headers()
        if handler.command == "HEAD":
            return
        some = min(limit for limit in (fault.drop_after, fault.hang_after, end - start) if limit is not None)
        try:
            handler.wfile.write(body[start : start + some])
            handler.wfile.flush()
            if fault.hang_after is not None:
                self.hangs.set()
                self.goes_on.wait()
        except OSError:
            pass  # the client is gone
        if some < end - start:
            handler.close_connection = True

    @staticmethod
    def _send_empty(handler: BaseHTTPRequestHandler, status: int) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", "0")
        if status == 503:
            handler.send_header("Retry-After", "0")
        handler.end_headers()
