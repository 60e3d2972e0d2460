//! Rows of lists of files: the names of their columns, and their values. The row of an index.

use crate::input::error::{InputErrorKind, MAX_SHOWN_BYTES, shortened};
use crate::input::sources::list_file::MAX_PATH_BYTES;
use crate::schema::KeptValues;
use std::mem;

/// Maximum length of a URL in bytes.
const MAX_URL_BYTES: usize = 16 << 10;

/// Maximum number of columns whose names are reported because they are not read.
const MAX_OTHER_COLUMNS: usize = 32;

/// The largest float up to which all whole numbers are exact.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A column of a list of files: of an index of records, or of a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListColumn {
    /// Its names. The first one that the list has is read.
    pub(crate) names: &'static [&'static str],
    /// True if each row must have a value.
    pub(crate) is_needed: bool,
    /// True if the values are numbers, which may be written as text.
    pub(crate) is_number: bool,
}

impl ListColumn {
    pub(crate) const fn of(names: &'static [&'static str]) -> Self {
        Self { names, is_needed: false, is_number: false }
    }

    pub(crate) const fn needed(self) -> Self {
        Self { is_needed: true, ..self }
    }

    pub(crate) const fn of_numbers(self) -> Self {
        Self { is_number: true, ..self }
    }

    /// Returns the error for a list without the column.
    pub(crate) fn missing(&self) -> String {
        format!("no column is named '{}'", self.names.join("' or '"))
    }
}

/// A row of a list of files.
pub(crate) trait ListRow: Sized {
    /// The columns that are read.
    const COLUMNS: &'static [ListColumn];
    /// The same columns in CDX. `None` if the list is no index of records, so that it has neither CDX nor blocks of other files.
    const CDX: Option<&'static [ListColumn]>;
    /// True if the names of other columns are reported.
    const REPORTS_OTHERS: bool;

    /// Creates a row of the values of [`COLUMNS`](Self::COLUMNS), in their order, and of the kept columns.
    fn new(values: RowValues, kept: Option<KeptValues>) -> Result<Self, String>;

    /// Returns the error of a row or of the list, with this cause.
    fn error(cause: String) -> InputErrorKind;

    /// Returns true if `name` is the name of a column that is read.
    fn has_column(name: &str) -> bool {
        Self::COLUMNS.iter().any(|column| column.names.contains(&name))
    }
}

/// The values of the columns of a row, as text; `None` for null.
#[derive(Debug)]
pub(crate) struct RowValues(Vec<Option<String>>);

impl RowValues {
    pub(crate) fn new(values: Vec<Option<String>>) -> Self {
        Self(values)
    }

    /// Takes the value of the column with this index.
    pub(crate) fn take(&mut self, column: usize) -> Option<String> {
        self.0.get_mut(column)?.take()
    }
}

/// The names of columns that are not read, and were not reported yet. The number of reported names is bounded.
#[derive(Debug, Default)]
pub(crate) struct OtherColumns {
    pending: Vec<String>,
    known: Vec<String>,
}

impl OtherColumns {
    /// Adds a name, unless it was added before.
    pub(crate) fn add(&mut self, name: &str) {
        if self.known.len() < MAX_OTHER_COLUMNS && !self.known.iter().any(|known| known == name) {
            self.known.push(name.to_owned());
            self.pending.push(shortened(name, MAX_SHOWN_BYTES).into_owned());
        }
    }

    /// Takes the names since the last call.
    pub(crate) fn take(&mut self) -> Vec<String> {
        mem::take(&mut self.pending)
    }
}

/// A row of an index, with the name of its file as it is written there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct IndexRow {
    pub(crate) file: String,
    pub(crate) offset: u64,
    pub(crate) length: Option<u64>,
    pub(crate) url: Option<String>,
    pub(crate) kept: Option<KeptValues>,
}

impl ListRow for IndexRow {
    /// The names of rows of tagrake and of Common Crawl, and of CDXJ. In rows of links, `url` is the URL of the link.
    const COLUMNS: &'static [ListColumn] = &[
        ListColumn::of(&["warc_filename", "filename"]).needed(),
        ListColumn::of(&["warc_record_offset", "offset"]).needed().of_numbers(),
        ListColumn::of(&["warc_record_length", "length"]).of_numbers(),
        ListColumn::of(&["page_url", "url"]),
    ];
    /// The [letters of CDX](https://web.archive.org/web/20171123000432/https://archive.org/web/researcher/cdx_legend.php): the
    /// offset is the one in the compressed file, or else in the uncompressed one.
    const CDX: Option<&'static [ListColumn]> = Some(&[
        ListColumn::of(&["g"]).needed(),
        ListColumn::of(&["V", "v"]).needed().of_numbers(),
        ListColumn::of(&["S"]).of_numbers(),
        ListColumn::of(&["a"]),
    ]);
    const REPORTS_OTHERS: bool = false;

    fn new(mut values: RowValues, kept: Option<KeptValues>) -> Result<Self, String> {
        let (file, offset) = (values.take(0).unwrap_or_default(), values.take(1).unwrap_or_default());
        let offset = number("offset", &offset)?;
        let length = values.take(2).map(|length| number("length", &length)).transpose()?;
        let url = values.take(3);
        check_lengths(&file, url.as_deref())?;
        Ok(Self { file, offset, length, url, kept })
    }

    fn error(cause: String) -> InputErrorKind {
        InputErrorKind::no_record(cause)
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
