"""A web server on the loopback interface that breaks the rules of HTTP.

Each attack has a path prefix, its files and a list of faults. Each request takes the next fault; after the last one,
responses are honest.
"""

import contextlib
import re
import socket
import struct
import threading
from dataclasses import dataclass, field
from random import Random

# The bytes that follow the content of an endless body. A client that reads all of them has no limit.
ENDLESS_BYTES = 32 << 20
CHUNK = b"A" * (64 << 10)


@dataclass
class ServedFile:
    """A file with two versions, and the offsets at which a truncation loses a part of a record or of a line."""

    versions: tuple[bytes, bytes]
    cuts: list[int]


@dataclass
class Attack:
    """The files by name, and the faults of the next requests."""

    files: dict[str, ServedFile]
    faults: list[str]
    rng: Random
    version: int = 0
    validators: tuple[str, ...] = ("ETag", "Last-Modified")
    taken: list[str] = field(default_factory=list)
    """The faults of the requests so far."""


@dataclass
class Request:
    method: str
    name: str
    """The file name in the path."""
    range: tuple[int, int] | None
    """The first byte, and the byte after the last one."""


class Server:
    def __init__(self) -> None:
        self.attacks: dict[str, Attack] = {}
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, attack: str, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/{attack}/{name}"

    def _accept(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        # The client may close the connection at any time.
        with contextlib.suppress(OSError), connection:
            connection.settimeout(30)
            unread = b""
            while True:
                while b"\r\n\r\n" not in unread:
                    received = connection.recv(1 << 16)
                    if not received:
                        return
                    unread += received
                head, unread = unread.split(b"\r\n\r\n", 1)
                if not self._respond(head.decode("latin-1"), connection):
                    return

    def _respond(self, head: str, connection: socket.socket) -> bool:
        """Sends a response. Returns false if the connection ends."""
        method, path, _ = head.split("\r\n", 1)[0].split(" ", 2)
        _, number, name = path.split("?")[0].split("/", 2)
        span = re.search(r"^range: *bytes=(\d+)-(\d*)", head, re.IGNORECASE | re.MULTILINE)
        with self._lock:
            attack = self.attacks.get(number)
            file = attack.files.get(name) if attack else None
            if attack is None or file is None:
                send(connection, "404 Not Found", b"")
                return True
            fault = attack.faults.pop(0) if attack.faults else "none"
            attack.taken.append(fault)
            if fault == "other version":
                attack.version ^= 1
            elif fault == "no validators":
                attack.validators = ()
            elif fault == "weak validators":
                attack.validators = ("Weak-ETag",)
            response = Response(connection, attack, file, Request(method, name, None))
        size = len(response.data)
        if span and int(span[1]) < size:
            response.request.range = (int(span[1]), min(size, int(span[2]) + 1) if span[2] else size)
        elif span:
            send(connection, "416 Range Not Satisfiable", b"", [f"Content-Range: bytes */{size}"])
            return True
        if method == "HEAD":
            send(connection, "200 OK", b"", response.headers(), length=size)
            return True
        return FAULTS.get(fault, Response.honest)(response)


def send(connection: socket.socket, status: str, body: bytes, headers: list[str] | None = None, length: int | None = -1) -> None:
    """Sends a response. `length` is declared instead of the length of the body, or none if it is `None`."""
    lines = [f"HTTP/1.1 {status}", *(headers or [])]
    if length is not None:
        lines.append(f"Content-Length: {len(body) if length < 0 else length}")
    connection.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


class Response:
    """A response to one request. Each method sends one, and returns false if the connection ends."""

    def __init__(self, connection: socket.socket, attack: Attack, file: ServedFile, request: Request) -> None:
        self.connection, self.attack, self.file, self.request, self.rng = connection, attack, file, request, attack.rng
        self.version = attack.version
        self.data = file.versions[self.version]

    def headers(self) -> list[str]:
        """Returns the validators of the version that is served."""
        values = {
            "ETag": f'ETag: "{self.version}"',
            "Weak-ETag": f'ETag: W/"{self.version}"',
            "Last-Modified": f"Last-Modified: Wed, 25 Nov 2026 10:00:0{self.version} GMT",
        }
        return [values[name] for name in self.attack.validators]

    def part(self) -> tuple[str, bytes, list[str]]:
        """Returns the status, the body and the header fields of an honest response."""
        if self.request.range is None:
            return "200 OK", self.data, self.headers()
        start, end = self.request.range
        place = f"Content-Range: bytes {start}-{end - 1}/{len(self.data)}"
        return "206 Partial Content", self.data[start:end], [*self.headers(), place]

    def honest(self) -> bool:
        send(self.connection, *self.part())
        return True

    def chunked(self, body: bytes, end: bytes) -> None:
        """Sends a body in one chunk, and `end` after it."""
        status, _, headers = self.part()
        send(self.connection, status, b"", [*headers, "Transfer-Encoding: chunked"], None)
        self.connection.sendall(b"%x\r\n%s\r\n%s" % (len(body), body, end))

    def status(self) -> bool:
        status = self.rng.choice(["403 Forbidden", "404 Not Found", "408 Request Timeout", "416 Range Not Satisfiable",
                                  "429 Too Many Requests", "500 Internal Server Error", "503 Service Unavailable"])
        delay = self.rng.choice(["0", "Wed, 21 Oct 2015 07:28:00 GMT", "-1", "soon", ""])
        send(self.connection, status, b"<Error><Code>No</Code></Error>", [f"Retry-After: {delay}"])
        return True

    def reset(self) -> bool:
        status, body, headers = self.part()
        send(self.connection, status, body[: self.rng.randrange(len(body) + 1)], headers, len(body))
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    def early_close(self) -> bool:
        status, body, headers = self.part()
        send(self.connection, status, body[: self.rng.randrange(len(body))], headers, len(body))
        return False

    def longer_length(self) -> bool:
        status, body, headers = self.part()
        send(self.connection, status, body, headers, len(body) + self.rng.choice([1, 1000, 1 << 40]))
        return False

    def shorter_length(self) -> bool:
        status, body, headers = self.part()
        start = self.request.range[0] if self.request.range else 0
        cuts = [cut - start for cut in self.file.cuts if start < cut < start + len(body)]
        if not cuts:
            return self.honest()
        send(self.connection, status, body, headers, self.rng.choice(cuts))
        return False

    def range_ignored(self) -> bool:
        send(self.connection, "200 OK", self.data, self.headers())
        return True

    def range_shifted(self) -> bool:
        if self.request.range is None:
            return self.honest()
        start, end = self.request.range
        start = self.rng.choice([0, start + 1, end - 1, len(self.data) - 1])
        place = f"Content-Range: bytes {start}-{end - 1}/{len(self.data)}"
        send(self.connection, "206 Partial Content", self.data[start:end], [*self.headers(), place])
        return True

    def range_without_place(self) -> bool:
        place = self.rng.choice([[], ["Content-Range: bytes */*"], ["Content-Range: bytes 5-1/3"], ["Content-Range: pages 1-2/3"]])
        send(self.connection, "206 Partial Content", self.data[: self.rng.randrange(len(self.data))], [*self.headers(), *place])
        return True

    def range_too_long(self) -> bool:
        if self.request.range is None:
            return self.honest()
        start, end = self.request.range
        place = f"Content-Range: bytes {start}-{end - 1}/{len(self.data)}"
        body = self.data[start:] + CHUNK * 20
        send(self.connection, "206 Partial Content", body, [*self.headers(), place])
        return False

    def range_unasked(self) -> bool:
        start = self.rng.randrange(1, len(self.data))
        place = f"Content-Range: bytes {start}-{len(self.data) - 1}/{len(self.data)}"
        send(self.connection, "206 Partial Content", self.data[start:], [*self.headers(), place])
        return True

    def multipart(self) -> bool:
        body = b"--b\r\nContent-Range: bytes 0-9/99\r\n\r\n" + self.data[:10] + b"\r\n--b--\r\n"
        send(self.connection, "206 Partial Content", body, [*self.headers(), "Content-Type: multipart/byteranges; boundary=b"])
        return True

    def endless(self) -> bool:
        self.chunked(self.part()[1], b"")
        for _ in range(ENDLESS_BYTES // len(CHUNK)):
            self.connection.sendall(b"%x\r\n%s\r\n" % (len(CHUNK), CHUNK))
        return False

    def unfinished_chunks(self) -> bool:
        body = self.part()[1]
        self.chunked(body[: self.rng.randrange(1, len(body) + 1)], b"")
        return False

    def bad_chunk(self) -> bool:
        self.chunked(self.part()[1], self.rng.choice([b"xyz\r\n", b"ffffffffffffffffffff\r\n", b"-5\r\n", b"5"]))
        return False

    def redirect(self) -> bool:
        target = self.rng.choice([self.request.name, f"./{self.request.name}#fragment", "?again", "../elsewhere/nowhere"])
        self.redirect_to(target)
        return True

    def bad_redirect(self) -> bool:
        self.redirect_to(self.rng.choice(["file:///etc/passwd", "ftp://127.0.0.1/", "http://", "http://[::1", "", "data:text/html,<p>", "//"]))
        return True

    def redirect_loop(self) -> bool:
        self.attack.faults.insert(0, "redirect loop")
        self.redirect_to(self.request.name)
        return True

    def redirect_to(self, target: str) -> None:
        status = self.rng.choice(["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"])
        send(self.connection, status, b"", [f"Location: {target}"])

    def garbage_head(self) -> bool:
        self.connection.sendall(self.rng.choice([b"", b"\r\n\r\n", b"HTTP/9.9 abc\r\n\r\n", self.rng.randbytes(300), b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nno colon\r\n\r\n"]))
        return False

    def huge_head(self) -> bool:
        send(self.connection, "200 OK", self.data, ["X-Filler: " + "x" * 400_000])
        return False

    def declared_coding(self) -> bool:
        status, body, headers = self.part()
        send(self.connection, status, body, [*headers, f"Content-Encoding: {self.rng.choice(['gzip', 'br', 'zstd', 'none'])}"])
        return True

    def two_lengths(self) -> bool:
        status, body, headers = self.part()
        send(self.connection, status, body, [*headers, f"Content-Length: {len(body) // 2}"])
        return False


FAULTS = {
    "status": Response.status,
    "reset": Response.reset,
    "early close": Response.early_close,
    "longer length": Response.longer_length,
    "shorter length": Response.shorter_length,
    "range ignored": Response.range_ignored,
    "range shifted": Response.range_shifted,
    "range without place": Response.range_without_place,
    "range too long": Response.range_too_long,
    "range unasked": Response.range_unasked,
    "multipart": Response.multipart,
    "endless": Response.endless,
    "unfinished chunks": Response.unfinished_chunks,
    "bad chunk": Response.bad_chunk,
    "redirect": Response.redirect,
    "bad redirect": Response.bad_redirect,
    "redirect loop": Response.redirect_loop,
    "garbage head": Response.garbage_head,
    "huge head": Response.huge_head,
    "declared coding": Response.declared_coding,
    "two lengths": Response.two_lengths,
    "other version": Response.honest,
    "no validators": Response.honest,
    "weak validators": Response.honest,
}
# Faults that a client cannot notice in a page: nothing but its framing says where it ends.
UNNOTICED_IN_PAGES = {"shorter length", "endless"}
