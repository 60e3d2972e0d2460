"""Makes WARC files for reports of tagrake check: an ordinary crawl with some damage, and a hostile one."""

import base64
import gzip
import hashlib
import random

from hostile import SERVER

# Markup and control characters in every value that a report shows.
MARKUP = f"</script><script>window.pwned=1</script><!--<script><img src={SERVER}x onerror=window.pwned=2>\u202e\u2028\x07{{{{data}}}}"
# Names of files that are markup, end lines, or reverse text.
NAMES = ["<img src=x onerror=window.pwned=3>.warc", "a\nb\u202e'$(c) .warc", "-o.warc", "x" * 240 + ".warc"]


def digest(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def record(kind, block, fields):
    lines = [f"WARC/1.0\r\nWARC-Type: {kind}\r\n", *(f"{name}: {value}\r\n" for name, value in fields.items())]
    return "".join([*lines, f"Content-Length: {len(block)}\r\n\r\n"]).encode() + block + b"\r\n\r\n"


def response(url, head, body, fields):
    block = f"HTTP/1.1 {head}\r\n\r\n".encode() + body
    http = {"WARC-Target-URI": url, "Content-Type": "application/http; msgtype=response"}
    return record("response", block, {**http, "WARC-Block-Digest": digest(block), **fields})


def ordinary(chance, number):
    """Returns the record of one fetch."""
    host = chance.choice(["news.example.com", "shop.example.net", "blog.example.de", *(f"www.example{n}.org" for n in range(30))])
    fields = {"WARC-Date": f"2026-11-{chance.randint(1, 20):02}T{chance.randint(0, 23):02}:15:00Z"}
    kind = chance.choices(["text/html", "application/json", "image/png", "text/plain"], [70, 10, 15, 5])[0]
    if kind == "image/png":
        body = b"\x89PNG\r\n" + chance.randbytes(int(chance.lognormvariate(8, 1)))
    elif kind == "application/json":
        body = b'{"a":1}' * chance.randint(1, 300)
    else:
        language, label = chance.choice(["en", "en", "de", "fr", "ja", ""]), chance.choices(["utf-8", "koi8-r", "nonsense", ""], [80, 3, 2, 15])[0]
        text = f"<!DOCTYPE html><html lang='{language}'><title>{number}</title><meta charset='{label}'>" + "<p>Text über Straßen." * int(chance.lognormvariate(3, 1.2))
        body = text.encode("cp1252" if chance.random() < 0.05 else "utf-8")
    if chance.random() < 0.03:
        fields["WARC-Truncated"] = "length"
    if chance.random() < 0.004:
        fields["WARC-Block-Digest"] = digest(b"another block")
    if chance.random() < 0.3:
        fields["WARC-Identified-Payload-Type"] = "text/html" if kind.startswith("text/") else kind
    status = chance.choices(["200 OK", "404 Not Found", "301 Moved", "500 Error"], [80, 10, 8, 2])[0]
    return response(f"https://{host}/{number}", f"{status}\r\nContent-Type: {kind}", body, fields)


def write_crawl(folder, files, records):
    """Writes an ordinary crawl. Of five files, one is truncated and one corrupt."""
    folder.mkdir()
    chance = random.Random(7)
    for file in range(files):
        data = bytearray().join(gzip.compress(ordinary(chance, f"{file}-{number}"), 1) for number in range(records))
        if file % 5 == 1:
            del data[len(data) * 5 // 6 :]
        elif file % 5 == 2:
            at = len(data) // 2
            data[at : at + 60] = chance.randbytes(60)
        (folder / f"crawl-{file:05}.warc.gz").write_bytes(data)


def write_hostile(folder):
    """Writes files whose names and values are hostile."""
    folder.mkdir()
    values = {"WARC-Identified-Content-Language": MARKUP, "WARC-Identified-Payload-Type": f"a/{MARKUP}", "WARC-Truncated": MARKUP, "WARC-Block-Digest": f"sha1:{MARKUP}"}
    urls = [f"http://e.org/{MARKUP}", "javascript:window.pwned=4", f"http://{'a' * 3000}/", "http://\u202egro.elpmaxe/", MARKUP]
    heads = [f"200 OK\r\nContent-Type: text/html; charset={MARKUP}", f"200 OK\r\nContent-Type: text/{MARKUP}", "200 OK\r\nContent-Type: __proto__/constructor"]
    records = [response(url, head, f"<html lang='{MARKUP}'>".encode(), fields) for url in urls for head in heads for fields in [values, {"WARC-Identified-Content-Language": "__proto__"}]]
    for name in NAMES:
        (folder / name).write_bytes(b"".join(records)[:-40])
