"""Mutations of indexes: CDXJ, CSV, JSON lines and Parquet."""

import gzip
from random import Random

# Names of files in an index. None of them is an archive.
NAMES = ["/dev/zero", "/dev/stdin", "-", ".", "/", "pipe", "index.pipe", "../../../../etc/passwd", "/proc/self/mem", "crawl.wacz!/archive/no",
         "crawl.wacz!/../x", "http://127.0.0.1:1/x", "file:///etc/passwd", "page.html", "a\\u0000b", "\\n\\r\\u009b2J", ""]
NUMBERS = ["-1", "0", "1", "18446744073709551615", "18446744073709551616", "9223372036854775807", "1e3", "0x10", "null", '"7"', "007", " 5", "[]"]
TEXTS = ['"', '""', ",", "\r", "\n", "\r\n", "\0", "{", "}", "[" * 3000, '{"a":' * 3000, "\\", "\\ud800", "\ufeff", "\t", "'", " " * 5000, "\u2028",
         "," * 20_000, "#", "warc_filename", "offset", "null"]


def mutated_text(data: bytes, rng: Random) -> bytes:
    """Returns a mutated copy of an index that is text."""
    text = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(9):
            case 0:
                text[at:at] = rng.choice(TEXTS).encode()
            case 1:
                del text[at : at + int(rng.expovariate(1 / 60))]
            case 2:
                text[at : at + 20] = rng.randbytes(20)
            case 3:
                text[at:at] = b"x" * rng.choice([70_000, 2_000_000])
            case 4:
                del text[at:]
            case 5:
                replaced(text, b"crawl.warc", rng.choice(NAMES).encode(), rng)
            case 6 | 7:
                digits = rng.choice([b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9"])
                replaced(text, digits, rng.choice(NUMBERS).encode(), rng)
            case 8:
                lines = bytes(text).split(b"\n")
                rng.shuffle(lines)
                repeats = rng.choice([1, 1, 30]) if len(text) < 100_000 else 1
                text = bytearray(rng.choice([b"\n", b"\n", b"\r\n", b"\r"]).join(lines * repeats))
    return bytes(text)


def replaced(text: bytearray, old: bytes, new: bytes, rng: Random) -> None:
    """Replaces one of the places of `old`, or all of them."""
    at = text.find(old, rng.randrange(len(text) + 1))
    if at >= 0 and rng.random() < 0.7:
        text[at : at + len(old)] = new
    else:
        text[:] = bytes(text).replace(old, new)


def mutated_parquet(data: bytes, rng: Random) -> bytes:
    """Returns a mutated copy of a Parquet file."""
    table = bytearray(data)
    footer = len(table) - 8 - int.from_bytes(table[-8:-4], "little")
    for _ in range(rng.choice([1, 1, 3, 20])):
        # Most damage is in the footer, which describes all the other bytes.
        at = rng.randrange(footer, len(table)) if rng.random() < 0.7 else rng.randrange(len(table))
        match rng.randrange(6):
            case 0 | 1 | 2:
                table[at] ^= 1 << rng.randrange(8)
            case 3:
                table[at] = rng.choice([0, 0x7F, 0x80, 0xFF])
            case 4:
                # A variable-length integer of the footer becomes huge.
                table[at : at + 5] = b"\xff\xff\xff\xff\x0f"
            case 5:
                table[-8:-4] = rng.choice([0, 1, len(table), len(table) - 9, 0x7FFFFFFF, 0xFFFFFFFF]).to_bytes(4, "little")
    if rng.random() < 0.1:
        del table[rng.randrange(len(table)) :]
    return bytes(table)


def mutated(data: bytes, format: str, rng: Random) -> tuple[bytes, str]:
    """Returns a mutated index, and the extension of its file name."""
    if format == "parquet":
        return mutated_parquet(data, rng), ".parquet"
    data = mutated_text(data, rng)
    if rng.random() < 0.3:
        packed = bytearray(gzip.compress(data, 1, mtime=0))
        if rng.random() < 0.3:
            packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
        return bytes(packed), f".{format}.gz"
    return data, f".{format}"
