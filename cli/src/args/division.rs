//! Options that divide the output of each input into files: limits of size, and partition folders.

use super::inputs::bytes;
use super::output_form::OutputForm;
use super::outputs::OutputArgs;
use crate::output::division::Division;
use crate::report::usage;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command, Id};
use std::num::NonZeroU64;
use tagrake_bulk::Fields;
use tagrake_bulk::output::{FileFormat, OutputOptions};
use tagrake_bulk::row::RowKey;
use tagrake_bulk::schema::Table;

/// Options that divide the outputs of verbs that write rows.
#[derive(Debug, Args)]
pub(crate) struct DivisionArgs {
    /// Start another file of --output-dir after N rows
    ///
    /// The files of an input have numbers: crawl.warc.gz-00000.parquet. A row is a line, and in text a page.
    #[arg(long, value_name = "N")]
    rows_per_file: Option<NonZeroU64>,
    /// Start another file of --output-dir when a file has SIZE bytes, such as 64M
    ///
    /// A file ends with the row with which it reaches SIZE. Rows that are not compressed yet count in full: up to 1 MiB of lines and
    /// 32 MiB of Parquet, with --partition-by 8 MiB.
    #[arg(long, value_name = "SIZE", value_parser = file_bytes)]
    bytes_per_file: Option<NonZeroU64>,
    /// Write rows to partition folders in --output-dir, as host=e.org: by host, domain, lang or date; comma-separated
    ///
    /// The host and its registered domain are of the page's URL, and the date, in UTC, is when the page was fetched. Files have no key of
    /// that name. In links, host and domain are of the link, and page_host and page_domain of the page; blocks and tables have
    /// page_host and page_domain.
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = row_key())]
    partition_by: Vec<RowKey>,
}

impl DivisionArgs {
    /// Returns the names of the options, with `_` in place of `-`.
    pub(crate) fn ids() -> Vec<Id> {
        Self::augment_args(Command::new("")).get_arguments().map(|option| option.get_id().clone()).collect()
    }

    /// Returns the first of the options that is present.
    pub(crate) fn first_present(&self) -> Option<&'static str> {
        let present = [
            ("--rows-per-file", self.rows_per_file.is_some()),
            ("--bytes-per-file", self.bytes_per_file.is_some()),
            ("--partition-by", !self.partition_by.is_empty()),
        ];
        present.into_iter().find(|(_, is_present)| *is_present).map(|(option, _)| option)
    }

    /// Returns how outputs are divided; `None` if they are not.
    pub(crate) fn division(&self) -> Option<Division> {
        let Self { rows_per_file, bytes_per_file, partition_by } = self;
        self.first_present()?;
        Some(Division {
            max_rows: *rows_per_file,
            max_bytes: *bytes_per_file,
            keys: partition_by.clone(),
            template: None,
        })
    }

    /// Returns the options of a divided output. Ends the process with a usage error if `output` is a single file, or if its rows have
    /// none of the keys, or no key besides.
    pub(crate) fn divide(
        &self,
        output: &OutputArgs,
        form: &OutputForm,
        fields: Fields,
        options: OutputOptions,
    ) -> OutputOptions {
        let Some(option) = self.first_present() else { return options };
        if output.output_dir.is_none() {
            let files =
                if output.output.is_some() { "'--output' is a single file" } else { "standard output is one stream" };
            usage::refuse(&format!(
                "the argument '{option}' requires '--output-dir' with a folder for the files: {files}"
            ));
        }
        let format = form.format;
        // The text of a page is a row of pages; WET records are not divided.
        let Some(table) = format.table().or_else(|| (format.file_format() == FileFormat::Text).then_some(Table::Pages))
        else {
            let name = format.file_format().as_str();
            usage::refuse(&format!(
                "the argument '{option}' divides rows and text, and not {name}: choose another '--format'"
            ));
        };
        let known = RowKey::of_table(table);
        for (index, key) in self.partition_by.iter().enumerate() {
            if !known.contains(key) {
                let (rows, known) = (format.product().as_str(), known.iter().map(|key| key.as_str()));
                let known = known.collect::<Vec<_>>().join(", ");
                usage::refuse(&format!(
                    "invalid value '{}' for '--partition-by': {rows} are divided by {known}",
                    key.as_str()
                ));
            }
            if self.partition_by[..index].contains(key) {
                usage::refuse(&format!("'--partition-by' names '{}' twice", key.as_str()));
            }
        }
        let fields =
            self.partition_by.iter().fold(fields, |fields, key| fields.without(key.as_str()).unwrap_or(fields)); // not all are keys
        let options = options.with_fields(fields).with_row_keys(&self.partition_by);
        if options.column_names().count() == 0 && format.table().is_some() {
            usage::refuse(
                "no key is left: '--partition-by' leaves its keys out of the files, so name others with '--fields'",
            );
        }
        options
    }

    /// Ends the process with a usage error if a column has the name of a partition key: readers take the value of the key from the
    /// folder, and would find two columns of one name.
    pub(crate) fn check_columns(division: Option<&Division>, options: &OutputOptions) {
        let keys = division.into_iter().flat_map(|division| &division.keys);
        if let Some(key) = keys.map(|key| key.as_str()).find(|key| options.column_names().any(|name| name == *key)) {
            usage::refuse(&format!(
                "the rows have a column '{key}' besides the folders of '--partition-by {key}': give the column another name"
            ));
        }
    }
}

fn file_bytes(text: &str) -> Result<NonZeroU64, String> {
    NonZeroU64::new(bytes(text)? as u64)
        .ok_or_else(|| "a file has at least 1 byte: use a number such as 64M".to_owned())
}

fn row_key() -> impl TypedValueParser<Value = RowKey> {
    let keys = RowKey::of_table(Table::Links);
    PossibleValuesParser::new(keys.iter().map(|key| key.as_str()))
        .try_map(|name| keys.iter().copied().find(|key| key.as_str() == name).ok_or("no key of rows"))
}
