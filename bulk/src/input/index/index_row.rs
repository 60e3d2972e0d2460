//! A row of an index: the names of its columns, and its values.

use crate::input::error::{MAX_SHOWN_BYTES, shortened};
use crate::input::sources::list_file::MAX_PATH_BYTES;
use crate::schema::KeptValues;

/// Maximum length of a URL in bytes.
const MAX_URL_BYTES: usize = 16 << 10;

/// The largest float up to which all whole numbers are exact.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Names of the columns of an index: of rows of tagrake and of Common Crawl, and of CDXJ.
pub(crate) const FILE: [&str; 2] = ["warc_filename", "filename"];
pub(crate) const OFFSET: [&str; 2] = ["warc_record_offset", "offset"];
pub(crate) const LENGTH: [&str; 2] = ["warc_record_length", "length"];
/// The URL of the page. In rows of links, `url` is the URL of the link.
pub(crate) const URL: [&str; 2] = ["page_url", "url"];

/// A row of an index, with the name of its file as it is written there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct IndexRow {
    pub(crate) file: String,
    pub(crate) offset: u64,
    pub(crate) length: Option<u64>,
    pub(crate) url: Option<String>,
    pub(crate) kept: Option<KeptValues>,
}

impl IndexRow {
    /// Creates a row, or returns an error if its name of a file or its URL is too long.
    pub(crate) fn new(
        file: String,
        offset: u64,
        length: Option<u64>,
        url: Option<String>,
        kept: Option<KeptValues>,
    ) -> Result<Self, String> {
        check_lengths(&file, url.as_deref())?;
        Ok(Self { file, offset, length, url, kept })
    }
}

/// Returns an error if a name of a file, or a URL, is longer than in manifests and in WARC files.
pub(crate) fn check_lengths(file: &str, url: Option<&str>) -> Result<(), String> {
    let long = |what: &str, max_bytes| Err(format!("the {what} is longer than {max_bytes} bytes"));
    match () {
        () if file.len() > MAX_PATH_BYTES => long("name of the file", MAX_PATH_BYTES),
        () if url.is_some_and(|url| url.len() > MAX_URL_BYTES) => long("URL", MAX_URL_BYTES),
        () => Ok(()),
    }
}

/// Parses an offset or a length, whose name is `name`: digits, or an integer as a float: with a fraction
/// or an exponent. Programs that keep all numbers as floats write these.
pub(crate) fn number(name: &str, text: &str) -> Result<u64, String> {
    let wrong = || format!("the {name} {:?} is not a number of bytes", shortened(text, MAX_SHOWN_BYTES));
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.bytes().all(|digit| digit == b'0')
        && let Ok(whole) = whole.parse()
    {
        return Ok(whole);
    }
    let float: f64 = text.parse().map_err(|_| wrong())?;
    if float.fract() == 0.0 && (0.0..=MAX_EXACT).contains(&float) { Ok(float as u64) } else { Err(wrong()) }
}
