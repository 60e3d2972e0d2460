//! The formats of inputs.

/// The format of an input.
///
/// ```
/// use tagrake_bulk::input::InputFormat;
///
/// assert_eq!(InputFormat::default(), InputFormat::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputFormat {
    /// Identified by its first bytes, after decompression of gzip and zstd: a WARC, ARC or WACZ file, a page, or JSON
    /// lines. The name decides only where the bytes do not, as for an empty file. Input of any other type is an error.
    #[default]
    Auto,
    /// A page, also compressed by gzip or zstd.
    Html,
    /// A page on each line, as JSON, also compressed by gzip or zstd.
    Jsonl,
    /// A WARC or ARC file: plain, of gzip members or of zstd frames; or a WACZ file.
    Warc,
}
