//! Encodes rows into blocks: the half of the work that many threads share.

#[cfg(feature = "columns")]
use crate::columns::Columns;
use crate::output::block::{Block, BlockContent};
use crate::output::csv_rows::CsvRows;
use crate::output::formats::Layout;
use crate::output::row_marks::RowMarker;
use crate::output::{OutputError, OutputOptions, Product};
use crate::record::page_record::{ErrorRecord, MissingPage};
use crate::row::{
    CustomRow, JsonPageFields, PageRow, Row, append_members, check_parts, write_custom, write_json, write_members,
    write_selected,
};
use crate::schema::field_selection::Fields;
use crate::schema::table::RowError;
use crate::schema::{KeptValues, MoreColumns, SelectedColumns, Table};
use std::mem;
use tagrake_extract::{Parts, SelectedValue};

/// The separator between the texts of pages. The writer removes the first one of a file.
pub(super) const FORM_FEED: u8 = 0x0C;

/// Encodes rows into blocks. The caller decides where a block ends: the file does not depend on it.
///
/// ```
/// use tagrake_bulk::ErrorRecord;
/// use tagrake_bulk::input::json_lines;
/// use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputOptions, Product, Writer};
///
/// let options = OutputOptions::new(Product::Pages, FileFormat::JsonLines)?;
/// let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new())?);
/// let mut spare = Block::default();
/// for error in json_lines("pages.jsonl", &b"{}\n[]"[..]).filter_map(Result::err) {
///     encoder.push_error(ErrorRecord(&error))?;
///     spare = writer.append(encoder.take(spare)?)?;
/// }
/// assert_eq!(writer.finish()?.split(|&byte| byte == b'\n').count(), 3);
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
#[derive(Debug)]
pub struct Encoder {
    form: RowBuffer,
    table: Table,
    fields: Fields,
    /// The parts of the extraction that the fields need.
    needs: Parts,
    more: MoreCells,
    rows: usize,
    max_rows: usize,
    max_bytes: usize,
    /// Marks rows, if the output has row keys.
    marker: Option<RowMarker>,
}

/// The columns that follow the keys, and the values of kept and custom columns in the rows that follow.
#[derive(Debug)]
struct MoreCells {
    columns: MoreColumns,
    kept: Option<KeptValues>,
    custom: CustomRow,
    /// The members of kept and of custom columns in JSON objects, each after a comma.
    json: [Vec<u8>; 2],
}

#[derive(Debug)]
enum RowBuffer {
    JsonLines(Vec<u8>, JsonPageFields),
    Text(Vec<u8>),
    /// WAT and WET records and entries of indexes, which are encoded elsewhere.
    Records,
    Csv(Box<CsvRows>),
    #[cfg(feature = "columns")]
    Columns(Box<Columns>),
}

impl Encoder {
    /// Creates an encoder for a file that is written with the same `options`.
    pub fn new(options: &OutputOptions) -> Self {
        let form = match options.format.layout() {
            Layout::JsonLines if options.format.product() == Product::Wat => RowBuffer::Records,
            Layout::JsonLines => RowBuffer::JsonLines(Vec::new(), JsonPageFields::default()),
            Layout::Delimited(delimiter) => RowBuffer::Csv(CsvRows::new(options, delimiter).into()),
            Layout::Text => RowBuffer::Text(Vec::new()),
            Layout::Cdxj | Layout::Warc => RowBuffer::Records,
            #[cfg(feature = "columns")]
            Layout::Columns(_) => {
                RowBuffer::Columns(Columns::of(options.table(), &options.fields, options.more.clone()).into())
            }
            #[cfg(not(feature = "columns"))]
            Layout::Columns(_) => RowBuffer::Records, // in this build no product has such a format
        };
        let mut encoder = Self {
            form,
            table: options.table(),
            fields: options.fields,
            needs: options.fields.parts(options.table()),
            more: MoreCells {
                columns: options.more.clone(),
                kept: None,
                custom: CustomRow::new(&options.more.custom),
                json: Default::default(),
            },
            rows: 0,
            max_rows: options.batch_rows,
            max_bytes: options.batch_bytes,
            marker: options.row_keys.clone().map(RowMarker::new),
        };
        encoder.set_kept(None);
        encoder.write_custom().expect("null is a value of all columns");
        encoder
    }

    /// Lowers the size at which a block is full to `max_bytes`.
    pub(crate) fn with_max_bytes(self, max_bytes: usize) -> Self {
        Self { max_bytes: self.max_bytes.min(max_bytes), ..self }
    }

    /// Sets the values of the kept columns in the rows that follow; `None` if all are null.
    pub(crate) fn set_kept(&mut self, values: Option<&KeptValues>) {
        let MoreCells { columns: MoreColumns { kept: columns, .. }, kept, json: [json, _], .. } = &mut self.more;
        if columns.is_empty() {
            return;
        }
        *kept = values.cloned();
        if let RowBuffer::JsonLines(..) = self.form {
            json.clear();
            write_members(columns.names().zip(columns.values(values)), json);
        }
    }

    /// Sets the values of the [custom columns](OutputOptions::with_custom) in the rows that follow; `None` if all are null, as at the start.
    ///
    /// # Errors
    ///
    /// Returns an error if the row has other columns than the output. The values are then unchanged.
    ///
    /// ```
    /// use tagrake_bulk::input::InputPage;
    /// use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputOptions, Product, Writer};
    /// use tagrake_bulk::row::CustomRow;
    /// use tagrake_bulk::schema::{CustomColumns, Table, Type};
    /// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
    ///
    /// let (columns, fields) = (CustomColumns::new([("bytes", Type::Int64)])?, Fields::only("title")?);
    /// let options = OutputOptions::new(Product::Pages, FileFormat::Csv)?.with_fields(fields).with_custom(columns.clone())?;
    /// let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new())?);
    /// let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    /// let input = InputPage::new("-", b"<title>Fish".to_vec());
    /// let mut row = CustomRow::new(&columns);
    /// row.put("bytes", input.html.len())?;
    /// encoder.set_custom(Some(&row))?;
    /// reader.read(&input, |page| encoder.push(PageRecord::new(&input, page)))?;
    /// writer.append(encoder.take(Block::default())?)?;
    /// assert_eq!(writer.finish()?, b"title,bytes\r\nFish,11\r\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_custom(&mut self, row: Option<&CustomRow>) -> Result<(), RowError> {
        let custom = &mut self.more.custom;
        match row {
            Some(row) => {
                row.check(custom.columns())?;
                custom.clone_from(row);
            }
            None => custom.clear(),
        }
        self.write_custom()
    }

    /// Sets the values of the custom columns in the rows that follow: `fill` gets a row whose values are null.
    pub(crate) fn fill_custom(
        &mut self,
        fill: impl FnOnce(&mut CustomRow) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let custom = &mut self.more.custom;
        custom.clear();
        fill(custom)?;
        self.write_custom()
    }

    /// Writes the members of custom columns in JSON objects.
    fn write_custom(&mut self) -> Result<(), RowError> {
        let MoreCells { custom, json: [_, json], .. } = &mut self.more;
        if let RowBuffer::JsonLines(..) = self.form {
            json.clear();
            write_custom(custom.columns().columns(), custom.values(), json)?;
        }
        Ok(())
    }

    /// Adds a row of a [table of the program](OutputOptions::of_custom).
    ///
    /// # Errors
    ///
    /// Returns an error if the row has other columns than the output, or if the rows of the output have keys.
    pub fn push_custom(&mut self, row: &CustomRow) -> Result<(), RowError> {
        if self.fields.bits(self.table) != 0 {
            return Err(RowError::Table { found: "custom columns", expected: self.table.as_str() });
        }
        self.set_custom(Some(row))?;
        self.push(MissingPage::default())
    }

    /// Adds a row: a [`PageRecord`](crate::PageRecord) or [`ErrorRecord`](crate::ErrorRecord) for the table of pages,
    /// a [`LinkRow`](crate::LinkRow) for the table of links, a [`BlockRow`](crate::BlockRow) for the table of blocks, an
    /// [`IndexRow`](crate::index::IndexRow) for an index. It gets the keys of the options.
    ///
    /// # Errors
    ///
    /// Returns an error if the row does not fit, for example because a column would be too long. The row is then left
    /// out.
    pub fn push<R: Row>(&mut self, row: R) -> Result<(), RowError> {
        if R::TABLE != self.table {
            return Err(RowError::Table { found: R::TABLE.as_str(), expected: self.table.as_str() });
        }
        check_parts(&row, self.needs, &self.fields)?;
        match &mut self.form {
            RowBuffer::JsonLines(lines, _) => {
                let write = |lines: &mut Vec<u8>| {
                    write_json(row, &self.fields, lines)?;
                    append_selected(lines, &self.more.columns.selected, row.selected());
                    Ok(())
                };
                push_json(lines, &self.more, write)?;
            }
            RowBuffer::Text(_) => return Err(RowError::Type { found: "a row", expected: "text" }),
            RowBuffer::Records => return Err(RowError::Type { found: "a row", expected: "a WAT or WET record" }),
            RowBuffer::Csv(rows) => {
                let selected = self.more.columns.selected.names().len();
                rows.push(row, self.more.kept_values(), selected, self.more.custom.values())?;
            }
            #[cfg(feature = "columns")]
            RowBuffer::Columns(columns) => {
                columns.push_with(row, self.more.kept_values(), self.more.custom.values())?;
            }
        }
        self.count(row)
    }

    /// Begins the rows of a page, which [`push_of_page`](Self::push_of_page) adds. `row` is any of them.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub(crate) fn begin_page<R: PageRow>(&mut self, row: R) -> Result<(), RowError> {
        match &mut self.form {
            RowBuffer::JsonLines(_, page) => {
                check_parts(&row, self.needs, &self.fields)?;
                page.set(row, &self.fields)
            }
            _ => Ok(()),
        }
    }

    /// Adds a row, as [`push`](Self::push) does. It is a row of the page that was begun last.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub(crate) fn push_of_page<R: PageRow>(&mut self, row: R) -> Result<(), RowError> {
        let RowBuffer::JsonLines(lines, page) = &mut self.form else { return self.push(row) };
        push_json(lines, &self.more, |lines| page.write_row(row, &self.fields, lines))?;
        self.count(row)
    }

    /// Adds the row of a page that could not be read. In JSON it has all its keys, even if they are not requested.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn push_error(&mut self, row: ErrorRecord<'_>) -> Result<(), RowError> {
        let RowBuffer::JsonLines(lines, _) = &mut self.form else { return self.push(row) };
        let write = |lines: &mut Vec<u8>| {
            write_json(row, Fields::ALL, lines)?;
            append_selected(lines, &self.more.columns.selected, &[]);
            Ok(())
        };
        push_json(lines, &self.more, write)?;
        self.count(row)
    }

    /// Counts a row that was added, and marks it.
    fn count(&mut self, row: impl Row) -> Result<(), RowError> {
        self.rows += 1;
        if let Some(marker) = &mut self.marker {
            let end = match &mut self.form {
                RowBuffer::JsonLines(lines, _) | RowBuffer::Text(lines) => lines.len(),
                RowBuffer::Csv(rows) => rows.end()?,
                RowBuffer::Records => 0,
                #[cfg(feature = "columns")]
                RowBuffer::Columns(_) => 0,
            };
            marker.mark(row, end);
        }
        Ok(())
    }

    /// Adds the text of a page, if the format is text. It has no values for [row keys](OutputOptions::with_row_keys).
    ///
    /// # Errors
    ///
    /// Returns an error for any other format.
    ///
    /// ```
    /// use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputOptions, Product, Writer};
    ///
    /// let options = OutputOptions::new(Product::Text, FileFormat::Text)?;
    /// let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new())?);
    /// encoder.push_text("One")?;
    /// encoder.push_text("Two")?;
    /// writer.append(encoder.take(Block::default())?)?;
    /// assert_eq!(writer.finish()?, b"One\n\x0CTwo\n");
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn push_text(&mut self, text: &str) -> Result<(), RowError> {
        self.add_text(text)?;
        self.rows += 1;
        Ok(())
    }

    /// As [`push_text`](Self::push_text), with the values of the page for row keys.
    pub(crate) fn push_text_of(&mut self, row: impl Row, text: &str) -> Result<(), RowError> {
        self.add_text(text)?;
        self.count(row)
    }

    fn add_text(&mut self, text: &str) -> Result<(), RowError> {
        let RowBuffer::Text(lines) = &mut self.form else {
            return Err(RowError::Type { found: "text", expected: "a row" });
        };
        lines.push(FORM_FEED);
        lines.extend_from_slice(text.as_bytes());
        lines.push(b'\n');
        Ok(())
    }

    /// Returns true if the block has the size of a batch and should be taken.
    pub fn is_full(&self) -> bool {
        self.rows >= self.max_rows || self.bytes() >= self.max_bytes
    }

    /// Returns the size of the block in bytes; of columns, the size of their values.
    pub(crate) fn bytes(&self) -> usize {
        match &self.form {
            RowBuffer::JsonLines(lines, _) | RowBuffer::Text(lines) => lines.len(),
            RowBuffer::Records => 0,
            RowBuffer::Csv(rows) => rows.bytes(),
            #[cfg(feature = "columns")]
            RowBuffer::Columns(columns) => columns.bytes(),
        }
    }

    /// As [`take`](Self::take), in the memory of a `spare` block; `None` if no rows were added.
    pub(crate) fn take_rows(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        if self.rows == 0 { Ok(None) } else { self.take(spare()).map(Some) }
    }

    /// Returns the rows added since the last call. Continues in the memory of `spare`, a block that was written.
    ///
    /// # Errors
    ///
    /// Returns an error if Arrow rejects the columns because a row lacks a value that is never null.
    pub fn take(&mut self, spare: Block) -> Result<Block, OutputError> {
        let content = match &mut self.form {
            RowBuffer::JsonLines(lines, _) | RowBuffer::Text(lines) => {
                BlockContent::Lines(mem::replace(lines, spare.into_memory()))
            }
            RowBuffer::Records => BlockContent::Lines(spare.into_memory()),
            RowBuffer::Csv(rows) => BlockContent::Lines(rows.take(spare.into_memory())?),
            #[cfg(feature = "columns")]
            RowBuffer::Columns(columns) => {
                let (batch, sizes) = columns.finish_with_sizes()?;
                BlockContent::Columns(batch, sizes)
            }
        };
        let marks = self.marker.as_mut().map(RowMarker::take);
        Ok(Block { rows: mem::take(&mut self.rows), content, marks, ..Block::default() })
    }
}

impl MoreCells {
    fn kept_values(&self) -> impl Iterator<Item = Option<&str>> {
        self.columns.kept.values(self.kept.as_ref())
    }
}

/// Adds the values of selected columns to the object at the end of `json`.
fn append_selected(json: &mut Vec<u8>, selected: &SelectedColumns, values: &[SelectedValue<'_>]) {
    if selected.columns().is_empty() {
        return;
    }
    json.pop();
    let start = json.len();
    write_selected(selected.columns(), values, json);
    if json[..start].last() == Some(&b'{') {
        json.remove(start); // the comma
    }
    json.push(b'}');
}

/// Appends a row that `write` appends, as a line, with the values of kept and custom columns.
#[inline]
fn push_json(
    lines: &mut Vec<u8>,
    more: &MoreCells,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), RowError>,
) -> Result<(), RowError> {
    let start = lines.len();
    write(lines).inspect_err(|_| lines.truncate(start))?;
    for members in more.json.iter().filter(|members| !members.is_empty()) {
        append_members(lines, members);
    }
    lines.push(b'\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputPage;
    use crate::{LinkRow, Reader, ReaderOptions};

    /// In any table, with any of the fields that the rows of a page share.
    #[test]
    fn rows_of_a_page_equal_single_rows() {
        let html = "<a href='/\"\\'>1</a><a href=b hreflang=en>2\u{1}</a>".repeat(3);
        let inputs = ["http://e.org/", "http://a.very.long.name.example.org/\u{e9}"].map(|url| {
            let input = InputPage::new("a \"page\".html", html.clone().into_bytes());
            InputPage { url: Some(url.to_owned()), ..input }
        });
        let selections =
            ["source", "page_url", "url", "source,page_url", "source,text", "id,hreflang", "id,flags,element"];
        let selections = selections.map(|names| Fields::only_of(Table::Links, names).expect(names));
        for fields in selections.into_iter().chain([Fields::default()]) {
            for format in Product::Links.formats() {
                let options = OutputOptions::from(format).with_fields(fields);
                let [mut single, mut of_page] = [Encoder::new(&options), Encoder::new(&options)];
                let mut reader = Reader::new(ReaderOptions::default());
                for input in &inputs {
                    reader.read(input, |page| {
                        for (index, link) in page.links.iter().enumerate() {
                            let row = LinkRow::new(input, page, link);
                            single.push(row).expect("a row of links");
                            if index == 0 {
                                of_page.begin_page(row).expect("a row of links");
                            }
                            of_page.push_of_page(row).expect("a row of links");
                        }
                    });
                }
                let [single, of_page] = [single, of_page].map(|mut encoder| encoder.take(Block::default()));
                let [single, of_page] = [single, of_page].map(|block| block.expect("a block").content);
                assert_eq!(format!("{single:?}"), format!("{of_page:?}"), "{format:?} {fields:?}");
            }
        }
    }
}
