//! How Parquet files are encoded: the compression, and for each leaf column its encoding and statistics.

use crate::output::{Compression, OutputOptions};
use arrow_schema::Schema;
use parquet::arrow::ArrowSchemaConverter;
use parquet::basic::{Compression as Codec, Encoding, GzipLevel, Type, ZstdLevel};
use parquet::errors::Result;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

/// Leaf columns of text whose values are mostly distinct. A dictionary costs a hash table lookup per value there, and
/// makes the file larger: compression finds repeated words in plain text, but not in a dictionary and its indices.
const DISTINCT: &[&str] = &[
    "raw",
    "url",
    "text",
    "alt",
    "title",
    "value",
    "main_text",
    "main_markdown",
    "markdown",
    "payload",
    "warc_record_id",
    "warc_block_digest",
    "warc_payload_digest",
];

/// Leaf columns whose smallest and largest value exclude hardly any page from a query.
const UNORDERED: &[&str] = &["offset", "width", "text_len"];

/// Returns the properties of a file with the columns of `schema`.
pub(super) fn properties(options: &OutputOptions, schema: &Schema) -> Result<WriterProperties> {
    let mut properties =
        WriterProperties::builder().set_compression(codec(options.compression)?).set_max_row_group_row_count(None);
    for leaf in ArrowSchemaConverter::new().convert(schema)?.columns() {
        let path = leaf.path();
        let is_distinct = DISTINCT.contains(&leaf.name());
        let encoding = match leaf.physical_type() {
            Type::INT64 => Some(Encoding::DELTA_BINARY_PACKED),
            _ if leaf.name() == "url" => Some(Encoding::DELTA_BYTE_ARRAY),
            _ if is_distinct => Some(Encoding::PLAIN),
            _ => None,
        };
        if let Some(encoding) = encoding {
            properties = properties.set_column_dictionary_enabled(path.clone(), false);
            properties = properties.set_column_encoding(path.clone(), encoding);
        }
        // Queries do not use the statistics of items of lists.
        let is_unordered = is_distinct || UNORDERED.contains(&leaf.name()) || leaf.physical_type() == Type::BOOLEAN;
        if is_unordered || leaf.max_rep_level() > 0 {
            properties = properties.set_column_statistics_enabled(path.clone(), EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

fn codec(compression: Compression) -> Result<Codec> {
    Ok(match compression {
        Compression::Zstd => Codec::ZSTD(ZstdLevel::try_new(1)?),
        Compression::Gzip => Codec::GZIP(GzipLevel::try_new(6)?),
        Compression::Snappy => Codec::SNAPPY,
        Compression::None => Codec::UNCOMPRESSED,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns;
    use crate::schema::Table;
    use crate::schema::field_selection::Fields;
    use std::collections::HashSet;

    #[test]
    fn every_listed_leaf_is_in_a_table() -> Result<()> {
        let mut leaves = HashSet::new();
        for &table in Table::ALL {
            let schema = columns::schema(table, &Fields::default());
            let columns = ArrowSchemaConverter::new().convert(&schema)?;
            leaves.extend(columns.columns().iter().map(|leaf| leaf.name().to_owned()));
        }
        let others = |table: &Table| table.fields_on_request().iter().chain(table.raw_fields());
        leaves.extend(Table::ALL.iter().flat_map(others).map(|field| field.name.to_owned()));
        for name in DISTINCT.iter().chain(UNORDERED) {
            assert!(leaves.contains(*name), "{name}");
        }
        Ok(())
    }
}
