//! Adversarial WARC files that take as much memory as their size permits.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use tagrake_testsupport::random::Random;

/// A family of adversarial inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Start tags with 1,000 attributes each.
    Attributes,
    /// The same, with a `meta` at the end of the page that declares another encoding.
    LateMeta,
    /// windows-1252 text whose characters take three bytes in UTF-8.
    Windows1252,
    /// UTF-16 text whose characters take three bytes in UTF-8.
    Utf16,
    /// A `Content-Encoding: gzip` body that inflates to the largest size permitted.
    Bomb,
    /// A `Content-Encoding: zstd` body in a frame that declares the largest window.
    ZstdWindow,
    /// Text of control characters, which take six bytes in JSON.
    Controls,
    /// Short links against a base URL of 16 KiB.
    LongBase,
    /// Links of a page whose own URL is long.
    LongUrl,
    /// Pages of random text, which do not compress.
    Noise,
    /// Small pages with random links: tables that do not compress.
    Links,
    /// Heads of almost 1 MiB, of the record and of the response.
    LongHeads,
    /// Blocks of JSON-LD.
    JsonLd,
    /// Text blocks of one word each.
    SmallBlocks,
    /// The same, in many elements and with a long language.
    DeepBlocks,
    /// One text block of short words.
    LongBlock,
    /// Cells of a table, one word each.
    Cells,
    /// Records of a few bytes, each in its own member.
    Tiny,
    /// Records of a few bytes, all in one member.
    OneMember,
}

impl Family {
    pub(crate) const ALL: [Self; 19] = [
        Self::Attributes,
        Self::LateMeta,
        Self::Windows1252,
        Self::Utf16,
        Self::Bomb,
        Self::ZstdWindow,
        Self::Controls,
        Self::LongBase,
        Self::LongUrl,
        Self::Noise,
        Self::Links,
        Self::LongHeads,
        Self::JsonLd,
        Self::Tiny,
        Self::OneMember,
        Self::SmallBlocks,
        Self::DeepBlocks,
        Self::LongBlock,
        Self::Cells,
    ];

    /// Writes a WARC file of `pages` pages with about `page_bytes` bytes each.
    pub(crate) fn write(self, file: impl Write, pages: usize, page_bytes: usize) -> io::Result<()> {
        let mut random = Random::new(self as u64);
        let mut file = Members { file, member: Vec::new(), is_one: self == Self::OneMember };
        let pages = match self {
            Self::Tiny | Self::OneMember => pages * page_bytes / 1024,
            Self::Links => pages * page_bytes / (100 << 10),
            _ => pages,
        };
        for number in 0..pages {
            let url = match self {
                Self::LongUrl => format!("http://e.org/{number}/{}", "u".repeat(64 << 10)),
                _ => format!("http://e.org/{number}"),
            };
            let (fields, html) = self.page(page_bytes, &mut random);
            let head = match self {
                Self::LongHeads => format!("X-Long: {}\r\n", "h".repeat((1 << 20) - 4096)),
                _ => String::new(),
            };
            let response =
                [format!("HTTP/1.1 200 OK\r\n{head}Content-Type: text/html{fields}\r\n\r\n").as_bytes(), &html]
                    .concat();
            file.record(&record(&url, &head, &response))?;
        }
        file.finish()
    }

    /// Returns the end of the response's head, from the parameters of its type on, and the body.
    fn page(self, bytes: usize, random: &mut Random) -> (&'static str, Vec<u8>) {
        let mut html = Vec::with_capacity(bytes + 64);
        match self {
            Self::Attributes => fill(&mut html, bytes, attributes),
            Self::LateMeta => {
                html.extend(b"\xE9");
                fill(&mut html, bytes, attributes);
                html.extend(b"<meta charset=koi8-r>");
            }
            Self::Windows1252 => html.resize(bytes, 0x80),
            Self::Utf16 => fill(&mut html, bytes, |html| html.extend(b"\x00\x4E")),
            Self::Bomb => {
                let mut coded = GzEncoder::new(Vec::new(), Compression::best());
                fill(&mut html, bytes, |html| html.extend(b"<a href=x>y</a>"));
                coded.write_all(&html).expect("a vector takes all");
                return ("\r\nContent-Encoding: gzip", coded.finish().expect("a vector takes all"));
            }
            Self::ZstdWindow => {
                fill(&mut html, bytes, |html| html.extend(word(random)));
                return ("\r\nContent-Encoding: zstd", zstd_frame(&html));
            }
            Self::Controls => {
                html.extend(b"<title>");
                html.resize(bytes / 2, 1);
                html.extend(b"</title><p>");
                html.resize(bytes, 1);
            }
            Self::LongBase => {
                html.extend(b"<base href=\"http://e.org/");
                html.resize(16 << 10, b'b');
                html.extend(b"/\">");
                fill(&mut html, bytes, |html| html.extend(b"<a href=x>"));
            }
            Self::LongUrl => fill(&mut html, bytes, |html| html.extend(b"<a href=x>y</a>")),
            Self::Noise => {
                html.extend(b"<p>");
                fill(&mut html, bytes, |html| html.extend(word(random)));
            }
            Self::Links => fill(&mut html, 100 << 10, |html| {
                html.extend(b"<a href=/");
                html.extend(word(random));
                html.extend(b">");
                html.extend(word(random));
                html.extend(b"</a>");
            }),
            Self::LongHeads => html.extend(b"<a href=x>"),
            Self::JsonLd => fill(&mut html, bytes, |html| {
                html.extend(b"<script type=application/ld+json>{\"a\":\"");
                html.extend((0..8192).flat_map(|_| word(random)));
                html.extend(b"\"}</script>");
            }),
            Self::SmallBlocks => fill(&mut html, bytes, |html| html.extend(b"<p>a")),
            Self::DeepBlocks => {
                html.extend(b"<div lang=");
                html.resize(16 << 10, b'a');
                html.extend(b">");
                html.extend(b"<blockquote>".repeat(100));
                fill(&mut html, bytes, |html| html.extend(b"<p>a"));
            }
            Self::LongBlock => {
                html.extend(b"<p>");
                fill(&mut html, bytes, |html| html.extend(b"word, <b>word</b> "));
            }
            Self::Cells => {
                html.extend(b"<table>");
                fill(&mut html, bytes, |html| html.extend(b"<tr><td>a<td>b<td>c"));
            }
            Self::Tiny | Self::OneMember => html.extend(b"<a href=x>"),
        }
        let fields = match self {
            Self::Windows1252 => ";charset=windows-1252",
            Self::Utf16 => ";charset=utf-16le",
            Self::Attributes | Self::Noise | Self::Links => ";charset=utf-8",
            _ => "",
        };
        (fields, html)
    }
}

/// Returns a record with a response. `fields` are added to its head.
fn record(url: &str, fields: &str, response: &[u8]) -> Vec<u8> {
    let length = response.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\n{fields}WARC-Target-URI: {url}\r\nWARC-Date: 2026-11-21T12:00:00Z\r\n\
         Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), response, b"\r\n\r\n"].concat()
}

/// Writes a WARC file with `copies` of a page. It is compressed once.
pub(crate) fn write_copies(mut file: impl Write, copies: usize, html: &[u8]) -> io::Result<()> {
    let response =
        [&b"HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\nX-Robots-Tag: a, b\r\n\r\n"[..], html];
    let mut member = Members { file: Vec::new(), member: Vec::new(), is_one: false };
    member.record(&record("http://e.org/", "", &response.concat()))?;
    (0..copies).try_for_each(|_| file.write_all(&member.file))?;
    file.flush()
}

/// Calls `add` until the page has at least `bytes` bytes.
fn fill(html: &mut Vec<u8>, bytes: usize, mut add: impl FnMut(&mut Vec<u8>)) {
    while html.len() < bytes {
        add(html);
    }
}

/// Adds a start tag with 1,000 attributes of different short names.
fn attributes(html: &mut Vec<u8>) {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    html.extend(b"<p");
    for number in 0..1000 {
        html.extend([b' ', LETTERS[number % 26], LETTERS[number / 26 % 36], LETTERS[number / 936]]);
    }
    html.push(b'>');
}

/// Compresses `text` into a frame with a window of 128 MiB.
fn zstd_frame(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    encoder.window_log(27).expect("a window");
    encoder.write_all(text).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

/// A file of gzip members.
struct Members<W> {
    file: W,
    member: Vec<u8>,
    is_one: bool,
}

impl<W: Write> Members<W> {
    fn record(&mut self, record: &[u8]) -> io::Result<()> {
        self.member.extend(record);
        if self.is_one { Ok(()) } else { self.end_member() }
    }

    fn end_member(&mut self) -> io::Result<()> {
        let mut encoder = GzEncoder::new(&mut self.file, Compression::fast());
        encoder.write_all(&self.member)?;
        encoder.finish()?;
        self.member.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        if self.is_one { self.end_member() } else { Ok(()) }
    }
}

/// Returns eight random letters and digits.
fn word(random: &mut Random) -> [u8; 8] {
    const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    let bits = random.next_u64();
    std::array::from_fn(|index| LETTERS[(bits >> (6 * index + 8)) as usize % 64])
}
