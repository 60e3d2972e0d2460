//! The files of one input: numbered files of limited size, in partition folders if there are any.
//!
//! The rows of partitions are collected in memory and written when there are [`MAX_COLLECTED_BYTES`] of them, partition by partition.
//! At most [`MAX_OPEN`] files of partitions stay open after that: the files of the largest partitions. Other files end, and further rows of
//! their partitions go to the file with the next number. So memory and the number of open files do not depend on the number of
//! partitions, apart from their names, and the files depend on the rows alone.

use super::Division;
use super::bounded_file::BoundedFile;
use super::name_template::{NameTemplate, repeated};
use super::partition_name::partition_name;
use super::staging::{StagedFile, Staging};
use crate::failure::Failure;
use crate::output::sync::sync_paths;
use std::collections::HashMap;
use std::mem;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::numbered_name;
use tagrake_bulk::output::{Block, OutputOptions, RowGroups};
use tagrake_bulk::row::RowValues;

/// Bytes of rows of partitions that are collected in memory.
const MAX_COLLECTED_BYTES: usize = 64 << 20;
/// Files of partitions that stay open.
const MAX_OPEN: usize = 16;
/// Bytes of values in a batch of columns, and in a row group of a Parquet file: each open file of a partition has one in memory.
const BATCH_BYTES: usize = 1 << 20;
const GROUP_BYTES: usize = 8 << 20;
/// Rows of a batch, as in files without partitions.
const BATCH_ROWS: usize = 1 << 16;

/// The files of one input.
pub(crate) struct DividedFiles {
    options: OutputOptions,
    division: Division,
    /// The path of the output in the output folder, without its extension.
    stem: PathBuf,
    extension: String,
    staging: Staging,
    ignores_case: bool,
    /// The rows of partitions that are not written yet.
    collected: RowGroups,
    max_collected: usize,
    partitions: HashMap<RowValues, Partition>,
    /// The partitions with open files.
    open: Vec<RowValues>,
    files: Vec<StagedFile>,
    /// The number of pages so far, if each has a file.
    pages: u64,
    /// The last number that was added to a name of a page.
    repeated_names: HashMap<PathBuf, u64>,
}

/// A partition. Without partition folders, the only one.
struct Partition {
    /// Its folder in the output folder.
    folder: PathBuf,
    /// The number of files so far.
    files: u64,
    /// The size of its rows so far.
    bytes: u64,
    file: Option<BoundedFile>,
}

/// The complete files of an input, and the folder that they are in until they are renamed.
pub(crate) struct CompleteFiles {
    pub(crate) staging: Staging,
    pub(crate) files: Vec<StagedFile>,
}

impl DividedFiles {
    /// Starts the files of an input in `staging`. `stem` is the path of its output in the output folder, without `extension`.
    pub(crate) fn new(
        options: &OutputOptions,
        division: &Division,
        stem: PathBuf,
        extension: &str,
        staging: Staging,
    ) -> Self {
        let options = match division.has_partitions() {
            true => options.clone().with_batches(BATCH_ROWS, BATCH_BYTES).with_row_groups(GROUP_BYTES),
            false => options.clone(),
        };
        Self {
            options,
            division: division.clone(),
            stem,
            extension: extension.to_owned(),
            ignores_case: staging.ignores_case(),
            staging,
            collected: RowGroups::default(),
            max_collected: MAX_COLLECTED_BYTES,
            partitions: HashMap::new(),
            open: Vec::new(),
            files: Vec::new(),
            pages: 0,
            repeated_names: HashMap::new(),
        }
    }

    /// Adds rows. Returns a block whose memory can be reused.
    pub(crate) fn append(&mut self, block: Block) -> Result<Block, Failure> {
        if let Some(template) = self.division.template.clone() {
            self.write_pages(&template, &block)?;
            return Ok(block);
        }
        if !self.division.has_partitions() {
            return self.write(&RowValues::default(), block);
        }
        let rows = block.rows();
        if self.collected.bytes() + block.bytes_of(0..rows) < self.max_collected {
            self.collected.push(block);
            return Ok(Block::default());
        }
        // The rows that are written together depend on their sizes alone, and not on the division into blocks.
        let mut start = 0;
        while start < rows {
            let mut bytes = self.collected.bytes();
            let reaches = |row: &usize| {
                bytes += block.bytes_of(*row..row + 1);
                bytes >= self.max_collected
            };
            let last = (start..rows).find(reaches);
            let end = last.map_or(rows, |last| last + 1);
            self.collected.push(block.slice(start..end));
            start = end;
            if last.is_some() {
                self.write_collected()?;
            }
        }
        Ok(Block::default())
    }

    /// Writes each page to a file of its own. A name that an earlier page of the input has gets a number.
    fn write_pages(&mut self, template: &NameTemplate, block: &Block) -> Result<(), Failure> {
        let input = self.stem.to_string_lossy().into_owned();
        for (values, row) in block.values().flat_map(|(values, rows)| rows.map(move |row| (values, row))) {
            let first = template.path(values, self.pages, &input);
            self.pages += 1;
            let mut name = first.clone();
            if let Some(last) = self.repeated_names.get_mut(&first) {
                *last += 1;
                name = repeated(&first, *last);
            } else {
                self.repeated_names.insert(first.clone(), 1);
            }
            // The file system may take names for the same that differ here.
            while self.staging.path(&name).exists() {
                let last = self.repeated_names.entry(first.clone()).or_insert(1);
                *last += 1;
                name = repeated(&first, *last);
            }
            let mut file = BoundedFile::create(&self.staging, name, &self.options, &self.division)?;
            file.append(block.slice(row..row + 1))?;
            self.files.push(file.finish()?);
        }
        Ok(())
    }

    fn write_collected(&mut self) -> Result<(), Failure> {
        let mut collected = mem::take(&mut self.collected);
        collected.drain(|values, block| self.write(&values, block).map(drop))
    }

    /// Writes rows of a partition.
    fn write(&mut self, values: &RowValues, block: Block) -> Result<Block, Failure> {
        let Self { options, division, staging, partitions, .. } = self;
        if !partitions.contains_key(values) {
            let folder = folder_of(values, division, self.ignores_case);
            partitions.insert(values.clone(), Partition { folder, files: 0, bytes: 0, file: None });
        }
        let Some(partition) = partitions.get_mut(values) else { return Ok(block) };
        partition.bytes += block.bytes_of(0..block.rows()) as u64;
        let (mut rest, mut spare) = (Some(block), Block::default());
        while let Some(block) = rest.take().filter(|block| block.rows() > 0) {
            let file = match &mut partition.file {
                Some(file) => file,
                empty => {
                    let path = partition.folder.join(numbered(&self.stem, partition.files, &self.extension));
                    partition.files += 1;
                    empty.insert(BoundedFile::create(staging, path, options, division)?)
                }
            };
            let added = file.append(block)?;
            (spare, rest) = (added.spare, added.rest);
            if added.is_full
                && let Some(file) = partition.file.take()
            {
                self.files.push(file.finish()?);
            }
        }
        self.limit_open(values)?;
        Ok(spare)
    }

    /// Ends the file of the smallest partition if too many are open, after rows of the partition `values` were written.
    fn limit_open(&mut self, values: &RowValues) -> Result<(), Failure> {
        let Self { partitions, open, .. } = self;
        open.retain(|open| open != values && partitions.get(open).is_some_and(|partition| partition.file.is_some()));
        if partitions.get(values).is_some_and(|partition| partition.file.is_some()) {
            open.push(values.clone());
        }
        if open.len() <= MAX_OPEN {
            return Ok(());
        }
        let bytes = |values: &RowValues| partitions.get(values).map_or(0, |partition| partition.bytes);
        // Of several smallest ones, the last one that was written.
        let smallest = open.iter().enumerate().rev().min_by_key(|(_, values)| bytes(values)).map(|(index, _)| index);
        let ended = smallest.map(|index| open.remove(index));
        let file = ended.and_then(|values| partitions.get_mut(&values)).and_then(|partition| partition.file.take());
        if let Some(file) = file {
            self.files.push(file.finish()?);
        }
        Ok(())
    }

    /// Completes the files, and writes them to the disk. Without partition folders there is at least one file.
    pub(crate) fn finish(mut self) -> Result<CompleteFiles, Failure> {
        self.write_collected()?;
        let Self { options, division, staging, partitions, files, stem, extension, .. } = &mut self;
        for file in partitions.values_mut().filter_map(|partition| partition.file.take()) {
            files.push(file.finish()?);
        }
        if files.is_empty() && !division.has_folders() {
            let path = numbered(stem, 0, extension);
            files.push(BoundedFile::create(staging, path, options, division)?.finish()?);
        }
        let Self { staging, mut files, .. } = self;
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let paths = files.iter().map(|file| staging.path(&file.path));
        sync_paths(paths, &staging.path(Path::new("")))?;
        Ok(CompleteFiles { staging, files })
    }
}

/// Returns the folder of a partition in the output folder.
fn folder_of(values: &RowValues, division: &Division, ignores_case: bool) -> PathBuf {
    let names = division.keys.iter().zip(values.iter());
    names.map(|(key, value)| partition_name(key.as_str(), value, ignores_case)).collect()
}

/// Returns the path of a file with this number.
fn numbered(stem: &Path, number: u64, extension: &str) -> PathBuf {
    let name = stem.file_name().unwrap_or_default().to_string_lossy();
    stem.with_file_name(numbered_name(&name, number, extension))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tagrake_bulk::input::InputPage;
    use tagrake_bulk::output::{Encoder, FileFormat, Product};
    use tagrake_bulk::row::RowKey;
    use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};

    const HOSTS: usize = 50;
    const ROWS: usize = 2000;

    /// Returns the names and contents of the files of pages of [`HOSTS`] hosts. A block has at most `block_rows` rows.
    fn files(format: FileFormat, block_rows: usize, max_collected: usize) -> Vec<(String, Vec<u8>)> {
        let folder = tempfile::tempdir().expect("a folder");
        let division = Division { keys: vec![RowKey::Host], ..Division::default() };
        let options = OutputOptions::new(Product::Pages, format).expect("a format of pages");
        let options = options.with_fields(Fields::only("url").expect("a key")).with_row_keys(&division.keys);
        let staging = Staging::create(folder.path()).expect("a folder");
        let mut divided = DividedFiles::new(&options, &division, "a.warc".into(), "jsonl", staging);
        divided.max_collected = max_collected;
        let (mut encoder, mut reader) = (Encoder::new(&options), Reader::new(ReaderOptions::default()));
        for row in 0..ROWS {
            // A third of the rows is of one host.
            let host = if row % 3 == 0 { 0 } else { row % HOSTS };
            let mut input = InputPage::new("-", Vec::new());
            input.url = Some(format!("http://h{host}/{row}"));
            reader.read(&input, |page| encoder.push(PageRecord::new(&input, page))).expect("a row");
            if (row + 1) % block_rows == 0 {
                divided.append(encoder.take(Block::default()).expect("a block")).expect("written");
                assert!(divided.open.len() <= MAX_OPEN);
            }
        }
        divided.append(encoder.take(Block::default()).expect("a block")).expect("written");
        let CompleteFiles { staging, files } = divided.finish().expect("written");
        let content = |path: &Path| fs::read(staging.path(path)).expect("a file");
        files.iter().map(|file| (file.path.to_string_lossy().into_owned(), content(&file.path))).collect()
    }

    #[test]
    fn files_depend_on_rows_and_not_on_blocks() {
        for max_collected in [1, 5000, 1 << 20] {
            let expected = files(FileFormat::JsonLines, 1, max_collected);
            for block_rows in [7, 300, ROWS] {
                assert!(files(FileFormat::JsonLines, block_rows, max_collected) == expected, "{block_rows}");
            }
            let text = |host: &str| {
                let of_host = expected.iter().filter(|(name, _)| name.starts_with(&format!("host={host}/")));
                of_host.map(|(_, content)| String::from_utf8_lossy(content).into_owned()).collect::<String>()
            };
            let urls = (0..ROWS).filter(|row| row % 3 != 0 && row % HOSTS == 7);
            let rows: String = urls.map(|row| format!("{{\"url\":\"http://h7/{row}\"}}\n")).collect();
            assert_eq!(text("h7"), rows, "the rows of a partition keep their order");
            // The file of the largest partition stays open.
            assert_eq!(expected.iter().filter(|(name, _)| name.starts_with("host=h0/")).count(), 1);
        }
        assert_eq!(files(FileFormat::JsonLines, 7, 1 << 20).len(), HOSTS, "there is memory for all rows");
    }

    #[test]
    #[cfg(feature = "columns")]
    fn columns_are_divided_as_lines_are() {
        let expected = files(FileFormat::Parquet, 1, 4000);
        assert!(expected.len() > HOSTS && expected.iter().all(|(_, content)| content.starts_with(b"PAR1")));
        assert!(files(FileFormat::Parquet, 300, 4000) == expected);
    }
}
