"""Makes the expected results of tests with the Python packages that pywb and Common Crawl use.

    python -m venv environment
    environment/bin/pip install surt==0.3.1 cdxj-indexer==1.5.0 warcio==1.8.1
    environment/bin/python make.py

writes, next to this file, `surt.jsonl` (URLs and their keys) and WARC files of irregular records with their indexes.
"""

import gzip
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import surt

HERE = Path(__file__).parent
CDXJ_INDEXER = Path(sys.executable).with_name("cdxj-indexer")
DATE = "WARC-Date: 2026-11-21T12:00:00Z\r\n"
H = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>"


def record(head, block=""):
    """Returns a record with these header fields."""
    block = block.encode("latin-1")
    return f"WARC/1.0\r\n{head}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def message(url, block, kind="response", date=DATE, more=""):
    """Returns a record of a URL."""
    target = "" if url is None else f"WARC-Target-URI: {url}\r\n"
    return record(f"WARC-Type: {kind}\r\n{target}{date}{more}", block)


RECORDS = [
    record("WARC-Type: warcinfo\r\n" + DATE + "Content-Type: application/warc-fields\r\n", "software: x\r\n"),
    message("http://www.Example.com/A?b=1&a=2", H),
    message("<http://e.org/angle>", H),
    message("http://e.org/with space", H),
    message("http://e.org/digest", H, more="WARC-Payload-Digest: sha1:AAAA\r\n"),
    message("http://e.org/sha256", H, more="WARC-Payload-Digest: sha256:abcd\r\n"),
    message("http://e.org/nodigestvalue", H, more="WARC-Payload-Digest: \r\n"),
    message("http://e.org/status", "HTTP/1.1  404 Not Found\nX: y\ncontent-type : text/plain\nContent-Type: c/d\n\nbody"),
    message("http://e.org/nostatus", "HTTP/1.1\r\n\r\n"),
    message("http://e.org/oddstatus", "HTTP/1.1 ok\r\nno field\r\n\r\n"),
    message("http://e.org/emptyline", "\r\nContent-Type: a/b\r\n\r\n"),
    message("http://e.org/continued", "HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\n\r\nbody"),
    message("http://e.org/continued2", "HTTP/1.1 200 OK\r\nContent-Type: text\r\n\t/html\r\n\r\nbody"),
    message("http://e.org/latin", "HTTP/1.1 200 OK\r\nX: \xe9\r\nContent-Type: \xe9/b\r\n \r\nbody"),
    message("http://e.org/notype", "HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n"),
    message(
        "http://e.org/chunked",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n3\r\n<p>\r\n0\r\n\r\n",
    ),
    message("http://e.org/emptyblock", ""),
    message("dns:e.org", "20261121120000\ne.org. 300 IN A 1.2.3.4\n", more="Content-Type: text/dns\r\n"),
    message(
        "http://e.org/revisit",
        "HTTP/1.1 304 Not Modified\r\nContent-Type: text/html\r\n\r\n", "revisit", more="WARC-Payload-Digest: sha1:BBBB\r\n",
    ),
    message("http://e.org/revisit2", "", "revisit"),
    message("http://e.org/revisit3", "HTTP/1.1 200 OK\r\n\r\n", "revisit"),
    message("http://e.org/resource", "<p>", "resource", more="Content-Type: text/html; charset=x\r\n"),
    message("http://e.org/resource2", "<p>", "resource"),
    message("http://e.org/resource3", "<p>", "resource", more="Content-Type: application/warc-fields\r\n"),
    message("http://e.org/resource4", "<p>", "resource", more="Content-Type: application/warc-fields; x\r\n"),
    message("http://e.org/meta", "{}", "metadata", more="Content-Type: application/json\r\n"),
    message("http://e.org/meta2", "a: b", "metadata", more="Content-Type: application/warc-fields\r\n"),
    message(None, "{}", "metadata", more="Content-Type: application/json\r\n"),
    message("http://e.org/conversion", "text", "conversion", more="Content-Type: text/plain\r\n"),
    message("http://e.org/request", "GET / HTTP/1.1\r\nHost: e.org\r\nContent-Type: x/y\r\n\r\nbody", "request"),
    message(
        "http://e.org/post",
        "POST / HTTP/1.1\r\nHost: e.org\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        "Content-Length: 3\r\n\r\na=b",
        "request",
    ),
    message("http://bücher.example/ü?é=日本", H),
    message('http://e.org/"quotes\\and\ttab', H),
    message("http://e.org:http/", H),
    message("urn:pageinfo:http://e.org/", "{}", "resource", more="Content-Type: application/json\r\n"),
    message("http://e.org/date1", H, date="WARC-Date: 2026-11-21T12:00:01.5Z\r\n"),
    message("http://e.org/date2", H, date="WARC-Date: 2026-11-21\r\n"),
    message("http://e.org/date3", H, date="WARC-Date: 2026-11-21T12:00:01.123456789Z\r\n"),
    message("http://e.org/lf", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>"),
    message("http://e.org/nohead", "<p>Some text: more\r\nand more"),
    message("http://E.org/case", "http/1.0 200\r\nCONTENT-TYPE:a/b;c\r\n\r\n"),
    message("https://e.org:443/", "HTTP/2 200\r\ncontent-type: text/html\r\n\r\n<p>"),
    message("ftp://e.org/x", "bytes", "resource", more="Content-Type: application/octet-stream\r\n"),
    message("http://e.org/space type", "HTTP/1.1 200 OK\r\nContent-Type: text/html charset=x\r\n\r\n"),
    message("http://e.org/emptytype", "HTTP/1.1 200 OK\r\nContent-Type: \r\n\r\n"),
    message("http://e.org/semi", "HTTP/1.1 200 OK\r\nContent-Type: ;x\r\n\r\n"),
]

URLS = """http://www.Example.com:80/A/../B/?b=2&a=1&&A=0#x
    http://bücher.example/ä?ö=ü
    http://xn--bcher-kva.example/
    http://b%C3%BCcher.example/%E4%zz
    https://e.org:443/
    http://e.org:443/
    ftp://e.org:21/x
    http://user:pw@e.org/
    http://e.org
    http://e.org?x
    http://e.org/?
    http://e.org/a//b/
    dns:e.org
    urn:pageinfo:http://e.org/
    mailto:A@B/../c//d/
    metadata://gnu.org/a//b/../c
    filedesc://x.arc
    warcinfo:x
    data:text/html,ab%41#x
    http://1.2.3.4/
    http://0x1.2/
    http://3279880203/blah
    http://010.1.1.1/
    http://1.2.3/
    http://1.65536
    http://1.99999999
    http://0777.1.1.1
    http://99999999999999999999/
    http://[::1]:80/x
    http://[fe80::1%25eth0]/
    http://[::ffff:1.2.3.4]/
    http://...a.....b...
    http://www2.www.e.org/
    http://wwww.e.org/
    www.e.org/x
    http://e.org/%2541
    HTTP://http://a.b
    https://https://http://a.b
    http:////e.org/x
    http:e.org:80/x
    http://e.org/(S(4hqa0555fwsecu455xqckv45))/x.aspx?y
    http://e.org/()/x.aspx
    http://e.org/?CFID=1&CFTOKEN=2&x
    http://e.org:99999/
    http://e.org:abc/
    http://e.org:0/
    http:///x
    http://
    foo:80/bar
    http://straße.de/
    http://😀.example/
    http://אa.de
    http://⒈.de
    http://%FFü.de
    http://ＥＸＡＭＰＬＥ。com/""".split() + ["", " ", " http://e.org/ ", "http://a\u200db.de", "http://e.org/a b"]
# Parts of URLs, from which others are put together.
HEX = "0123456789abcdefABCDEF0123456789"
SHORT_ID = "4hqa0555fwsecu455xqckv45"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
SCHEMES = """http:// https:// HTTP:// Https:// ftp:// http: http:/ http://// urn: dns: mailto: metadata:// http://http://
    https://http:// data: httpx:// filedesc: // screenshot:http://""".split() + ["", " http://"]
LABELS = """www www2 WWW example Example com org co uk a b-c e_x xn--bcher-kva bücher straße 日本 ＡＢＣ é Ü a%2Eb %41
    %FF 1 010 0x1 255 256 08 3279880203 א אa 😀 a'b x,y""".split() + ["a b", "a" * 63, "a" * 64, "ü" * 60]
NUMBERS = "0 1 010 255 256 65535 65536 16777215 16777216 4294967295 08 0377 0400 00 x".split()
ADDRESSES = "[::1] [fe80::1%25eth0] [::ffff:1.2.3.4] [a.b] x[y]z".split()
DOTS = ["."] * 12 + ["..", "...", "....", "。", "．"]
PORTS = [""] * 8 + ":80 :443 :8080 :0 : :00080 :65535 :65536 :abc ::".split()
USERS = [""] * 8 + ["u@", "u:p@", "u@v@"]
SEGMENTS = "a B . .. %2e %2E%2e é %C3%9C %e4 %zz %2541 %25 a;b x.aspx X.ASPX x.aspx.y %2F %3f %23".split()
SEGMENTS += "index.html ~u a+b a=b \\ | %7F ' \" <> {} A ... (x)".split()
SEGMENTS += ["", "a b", "\x7f", f"({SHORT_ID})", f"(S({SHORT_ID}))", f"(a({SHORT_ID})F({SHORT_ID}))", f";jsessionid={HEX}"]
PARAMETERS = "a A a=1 a= b=2 B=1 = =a a=b=c x=%41 x=%26 x=%3D é=ü %zz ? / %23 # cftoken=5".split()
PARAMETERS += ["", "q=a+b c", f"jsessionid={HEX}", f"JSESSIONID={HEX}", f"PHPSESSID={HEX}", f"sid={HEX}"]
PARAMETERS += [f"xsid={HEX}", f"sid={HEX}0", f"sid={HEX[:-1]}"]
PARAMETERS += [f"ASPSESSIONIDABCDEFGH={LETTERS}", f"aspsessionidABCDEFG1={LETTERS}", f"ASPSESSIONIDABCDEFGH={SHORT_ID}"]
PARAMETERS += """cfid=1&cftoken=2 CFID=1&CFTOKEN=x cfid=&cftoken=2 cfid=1&cftoken= cfid=1&x&cftoken=2
    xcfid=cfid=3&cftoken=4""".split()
PARAMETERS += [f"({SHORT_ID})/x.aspx"]
ENDS = [""] * 6 + ["#", "#x", "?", "#?", " ", "\t", "\n"]


def host(source):
    """Returns a host."""
    kind = source.random()
    if kind < 0.03:
        return source.choice(ADDRESSES)
    if kind < 0.11:
        return ".".join(source.choice(NUMBERS) for _ in range(source.randint(1, 5)))
    return "".join(source.choice(LABELS) + source.choice(DOTS) for _ in range(source.randint(0, 3))) + source.choice(LABELS)


def url(source):
    """Returns a URL, usually a possible one."""
    if source.random() < 0.04:
        return "".join(source.choice("htp:/.?#&=%[]@a1 \t\né") for _ in range(source.randint(0, 12)))
    schemes = SCHEMES if source.random() < 0.4 else SCHEMES[:2]
    text = source.choice(schemes) + source.choice(USERS) + host(source) + source.choice(PORTS)
    if source.random() < 0.8:
        text += "/" + "/".join(source.choice(SEGMENTS) for _ in range(source.randint(0, 5)))
    if source.random() < 0.5:
        text += "?" + "&".join(source.choice(PARAMETERS) for _ in range(source.randint(0, 5)))
    return text + source.choice(ENDS)


def key(text):
    """Returns the key of a URL; None if there is none."""
    try:
        return surt.surt(text)
    except (AttributeError, ValueError):
        return None


def write_index(name, archive, *options):
    """Writes the index of a WARC file."""
    printed = subprocess.run([CDXJ_INDEXER, *options, archive], stdout=subprocess.PIPE, check=True).stdout
    (HERE / name).write_bytes(printed)


source = random.Random(1)
urls = URLS + [url(source) for _ in range(800)]
lines = [json.dumps([text, key(text)], ensure_ascii=False) + "\n" for text in urls]
(HERE / "surt.jsonl").write_text("".join(lines), encoding="utf-8")
(HERE / "irregular.warc").write_bytes(b"".join(RECORDS))
(HERE / "irregular.warc.gz").write_bytes(b"".join(gzip.compress(text, mtime=0) for text in RECORDS))
for name in ["irregular.warc", "irregular.warc.gz"]:
    write_index(f"{name}.cdxj", HERE / name)
    write_index(f"{name}.all.cdxj", HERE / name, "--records", "all")
write_index("irregular.sorted.cdxj", HERE / "irregular.warc", "--sort")
with tempfile.TemporaryDirectory() as folder:
    # All records of this file are in one gzip member, so cdxj-indexer cannot read it compressed.
    crawl = Path(folder, "crawl.warc")
    crawl.write_bytes(gzip.decompress((HERE / "../warc-1.0.1/crawl.warc.gz").read_bytes()))
    write_index("crawl.warc.cdxj", crawl)
