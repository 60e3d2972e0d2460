//! Chooses the format and compression of an output from its name, `--format` and `--compression`.

use std::borrow::Cow;
use std::path::Path;
use tagrake_bulk::output::{Compression, FileFormat, Format, Product};

/// The format and compression of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputForm {
    pub(crate) format: Format,
    pub(crate) compression: Compression,
    /// The extension of outputs in a folder, which is appended to the name of the input.
    pub(crate) extension: String,
}

/// The parsed name of an output. It borrows from the name, in which bytes that are not UTF-8 are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OutputName<'n> {
    /// The name, without its folder.
    text: &'n str,
    extension: Extension<'n>,
    compression: Option<Compression>,
}

/// The last extension of a name, without `.gz` or `.zst`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extension<'n> {
    None,
    Unknown(&'n str),
    /// The extension of a format.
    Known(&'n str, FileFormat),
}

impl<'n> OutputName<'n> {
    /// Parses the name of a file. Extensions are case-insensitive.
    fn of(text: &'n str) -> Self {
        let (stem, compression) = match extension_of(text) {
            Some((stem, extension)) if extension.eq_ignore_ascii_case("gz") => (stem, Some(Compression::Gzip)),
            Some((stem, extension)) if extension.eq_ignore_ascii_case("zst") => (stem, Some(Compression::Zstd)),
            _ => (text, None),
        };
        let extension = match extension_of(stem) {
            None => Extension::None,
            Some((_, extension)) => match FileFormat::of_extension(extension) {
                Some(format) => Extension::Known(extension, format),
                None => Extension::Unknown(extension),
            },
        };
        Self { text, extension, compression }
    }
}

/// Splits a name into stem and last extension; `None` if it has no extension.
fn extension_of(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('.').filter(|(stem, extension)| !stem.is_empty() && !extension.is_empty())
}

/// Returns true if the name of a file has an extension of `format`. Always false for WARC records: crawls have the same
/// extensions.
pub(crate) fn has_extension_of(path: &Path, format: FileFormat) -> bool {
    let is_named = |named| named == format && named != FileFormat::Warc;
    matches!(OutputName::of(&file_name(path)).extension, Extension::Known(_, named) if is_named(named))
}

/// Returns the name of a file, without its folder.
fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Returns the format and compression of an output, or a message if its name and options contradict each other. `path`
/// is `None` for standard output, a device, a pipe or a folder of outputs.
pub(crate) fn form(
    path: Option<&Path>,
    product: Product,
    requested: Option<Format>,
    compression: Option<Compression>,
) -> Result<OutputForm, String> {
    let name = path.map(file_name);
    let name = name.as_deref().map(OutputName::of);
    let chosen = match name {
        Some(name) => named_format(name, product, requested)?,
        None => requested,
    };
    let format = chosen.unwrap_or_else(|| product.default_format());
    let file_format = format.file_format();
    let compression = compression_of(name, format, compression)?;
    let suffix = match compression {
        Compression::Gzip if !file_format.is_of_columns() => ".gz",
        Compression::Zstd if !file_format.is_of_columns() => ".zst",
        _ => "",
    };
    Ok(OutputForm { format, compression, extension: format.extension().to_owned() + suffix })
}

/// Returns the format of a named file; `None` if neither its extension nor `--format` decides.
fn named_format(name: OutputName<'_>, product: Product, requested: Option<Format>) -> Result<Option<Format>, String> {
    let OutputName { text, extension, compression } = name;
    let (extension, file_format) = match extension {
        Extension::None => return Ok(requested),
        Extension::Unknown(_) if requested.is_some() => return Ok(requested),
        Extension::Unknown(extension) => {
            let option = if product.formats().nth(1).is_some() { ", or '--format'" } else { "" };
            let extensions = offered(product);
            return Err(format!(
                "the extension '.{extension}' of the output '{text}' is unknown: use one of {extensions}{option}"
            ));
        }
        Extension::Known(extension, file_format) => (extension, file_format),
    };
    // The extension of WARC records is also their type, except `.warc`.
    let is_of_type = |format: Format| {
        let is = |known: &str| known.eq_ignore_ascii_case(extension);
        file_format != FileFormat::Warc || is("warc") || is(format.extension())
    };
    let named = Format::new(product, file_format).ok().filter(|format| is_of_type(*format));
    if let Some(requested) = requested.filter(|requested| named.is_none_or(|named| named != *requested)) {
        let requested = requested.keywords()[0];
        return Err(format!(
            "'--format {requested}' contradicts the name of the output '{text}': leave it out, or use another extension"
        ));
    }
    let named = named.ok_or_else(|| {
        let (format, extensions) = (label(file_format, "WARC records of this type"), offered(product));
        format!("the output '{text}': this command cannot write {format}; it can write {extensions}")
    })?;
    if file_format == FileFormat::Warc && !named.compressions().contains(&compression.unwrap_or(Compression::None)) {
        let kind = named.extension();
        return Err(format!("the output '{text}': WARC records are compressed with gzip: use '.warc.{kind}.gz'"));
    }
    Ok(Some(named))
}

/// Returns the compression of an output of `format`.
fn compression_of(
    name: Option<OutputName<'_>>,
    format: Format,
    requested: Option<Compression>,
) -> Result<Compression, String> {
    let (offered, format) = (format.compressions(), format.file_format());
    let in_name = name.and_then(|name| name.compression);
    let text = name.map_or("", |name| name.text);
    if in_name.is_some() && format.is_of_columns() {
        let advice = match offered.len() {
            1 => format!("use '.{}'", format.extensions()[0]),
            _ => "use '--compression' for its columns".to_owned(),
        };
        return Err(format!("the output '{text}': a file of this format is not compressed: {advice}"));
    }
    if let Some(compression) = in_name.or(requested).filter(|compression| !offered.contains(compression)) {
        let offered: Vec<_> = offered.iter().map(|compression| compression.as_str()).collect();
        let (format, compression) = (label(format, "a file of WARC records"), compression.as_str());
        return Err(format!("{format} cannot be compressed with '{compression}'; use one of {}", offered.join(", ")));
    }
    // The name of a file with an extension also decides whether the file is compressed.
    let named = match name.map(|name| (name.compression, name.extension)) {
        Some((Some(compression), _)) => Some(compression),
        Some((None, Extension::Known(..))) if !format.is_of_columns() && offered.contains(&Compression::None) => {
            Some(Compression::None)
        }
        _ => None,
    };
    match (named, requested) {
        (Some(named), Some(requested)) if named != requested => {
            let requested = requested.as_str();
            Err(format!(
                "'--compression {requested}' contradicts the name of the output '{text}': '.gz' is gzip, '.zst' is zstd"
            ))
        }
        (Some(named), _) => Ok(named),
        (None, Some(requested)) => Ok(requested),
        (None, None) => Ok(offered[0]),
    }
}

/// Returns the extensions of the formats of `product`, comma-separated, for messages.
fn offered(product: Product) -> String {
    let extension = |format: Format| match (format.file_format(), format.file_format().extensions()[0]) {
        (FileFormat::Warc, _) if product == Product::Warc => ".warc[.gz|.zst]".to_owned(),
        (FileFormat::Warc, _) => format!(".warc.{}.gz", format.extension()),
        (file_format, extension) if file_format.is_of_lines() => format!(".{extension}[.gz|.zst]"),
        (_, extension) => format!(".{extension}"),
    };
    product.formats().map(extension).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a format in messages: `warc` for WARC records.
fn label(format: FileFormat, warc: &'static str) -> &'static str {
    if format == FileFormat::Warc { warc } else { format.as_str() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Product::{Index, Links, Records, Text, Warc, Wat};

    const CSV: Option<FileFormat> = Some(FileFormat::Csv);
    const TSV: Option<FileFormat> = Some(FileFormat::Tsv);
    const WARC_RECORDS: Option<FileFormat> = Some(FileFormat::Warc);

    /// Returns the extension and the compression, or the message.
    fn of(name: &str, product: Product, requested: Option<FileFormat>, compression: Option<Compression>) -> String {
        let path = (!name.is_empty()).then(|| Path::new(name));
        let requested = requested.map(|format| Format::new(product, format).expect("a format of the product"));
        match form(path, product, requested, compression) {
            Ok(form) => format!("{} {}", form.extension, form.compression.as_str()),
            Err(message) => message,
        }
    }

    #[test]
    fn the_name_decides_format_and_compression() {
        let cases = [
            ("", "jsonl none"),
            ("a", "jsonl none"),
            ("b/.hidden", "jsonl none"),
            ("a.jsonl", "jsonl none"),
            ("a.b.JSONL.GZ", "jsonl.gz gzip"),
            ("a.ndjson.Zst", "jsonl.zst zstd"),
            ("a.CSV", "csv none"),
            ("a.tsv", "tsv none"),
            ("a.tsv.gz", "tsv.gz gzip"),
            ("a.csv.gz", "csv.gz gzip"),
            ("a.gz", "jsonl.gz gzip"),
        ];
        for (name, expected) in cases {
            assert_eq!(of(name, Links, None, None), expected, "{name}");
        }
        assert_eq!(of("a.warc.wat.gz", Wat, None, None), "wat.gz gzip");
        assert_eq!(of("a.warc.gz", Wat, None, None), "wat.gz gzip");
        assert_eq!(of("a.wat.jsonl.gz", Wat, None, None), "wat.jsonl.gz gzip");
        assert_eq!(of("A.WARC.WET.GZ", Text, None, None), "wet.gz gzip");
        assert_eq!(of("a", Text, None, None), "txt none");
        assert_eq!(of("", Text, None, Some(Compression::Zstd)), "txt.zst zstd");
        assert_eq!(of("a", Index, None, None), "cdxj none");
        assert_eq!(of("a.cdxj.gz", Index, None, None), "cdxj.gz gzip");
        assert_eq!(of("a.dat", Links, CSV, None), "csv none");
        assert_eq!(of("a.dat", Links, TSV, None), "tsv none");
        assert_eq!(of("a.dat.gz", Links, CSV, None), "csv.gz gzip");
        assert_eq!(of("a.dat", Links, CSV, Some(Compression::Gzip)), "csv.gz gzip");
        for (name, expected) in [
            ("a.warc.gz", "warc.gz gzip"),
            ("a.WARC.ZST", "warc.zst zstd"),
            ("a.warc", "warc none"),
            ("a", "warc.gz gzip"),
            ("", "warc.gz gzip"),
        ] {
            assert_eq!(of(name, Warc, None, None), expected, "{name}");
        }
        assert_eq!(of("", Wat, WARC_RECORDS, Some(Compression::Gzip)), "wat.gz gzip");
    }

    #[test]
    #[cfg(feature = "columns")]
    fn parquet_is_compressed_by_column_and_arrow_not_at_all() {
        assert_eq!(of("a.parquet", Links, None, None), "parquet zstd");
        assert_eq!(of("a.parquet", Links, None, Some(Compression::Snappy)), "parquet snappy");
        assert_eq!(of("a.ARROW", Links, None, None), "arrows none");
        for (name, compression) in
            [("a.parquet.gz", None), ("a.arrow.zst", None), ("a.arrows", Some(Compression::Zstd))]
        {
            assert!(form(Some(Path::new(name)), Links, None, compression).is_err(), "{name}");
        }
    }

    #[test]
    fn messages_name_the_alternatives() {
        let cases = [
            (of("o.csv", Records, None, None), "this command cannot write CSV; it can write .jsonl[.gz|.zst]"),
            (of("o.txt", Links, None, None), "this command cannot write text; it can write .jsonl[.gz|.zst], .csv"),
            (of("o.xml", Links, None, None), "the extension '.xml' of the output 'o.xml' is unknown"),
            (of("o.xml.gz", Links, None, None), "the extension '.xml'"),
            (of("o.json", Links, None, None), "use one of .jsonl[.gz|.zst], .csv[.gz|.zst]"),
            (of("o.jsonl.bz2", Links, None, None), "the extension '.bz2'"),
            (of("o.tsv", Links, CSV, None), "'--format csv' contradicts the name of the output 'o.tsv'"),
            (of("o.parquet", Links, CSV, None), "'--format csv' contradicts the name of the output 'o.parquet'"),
            (of("o.warc.wat.gz", Text, None, None), "cannot write WARC records of this type"),
            (of("o.cdxj", Links, None, None), "cannot write CDXJ; it can write .jsonl[.gz|.zst]"),
            (of("o.txt", Index, None, None), "cannot write text; it can write .cdxj[.gz|.zst]"),
            (of("o.wat.gz", Warc, None, None), "cannot write WARC records of this type; it can write .warc[.gz|.zst]"),
            (of("o.gz", Warc, None, Some(Compression::Zstd)), "contradicts the name of the output 'o.gz'"),
            (of("o.warc", Wat, None, None), "use '.warc.wat.gz'"),
            (of("o.warc", Wat, WARC_RECORDS, None), "use '.warc.wat.gz'"),
            (of("o.warc.zst", Wat, None, None), "use '.warc.wat.gz'"),
            (
                of("o.jsonl", Links, None, Some(Compression::Gzip)),
                "'--compression gzip' contradicts the name of the output 'o.jsonl'",
            ),
            (
                of("o.jsonl.gz", Links, None, Some(Compression::None)),
                "'--compression none' contradicts the name of the output 'o.jsonl.gz'",
            ),
            #[cfg(feature = "columns")]
            (
                of("", Links, None, Some(Compression::Snappy)),
                "JSON lines cannot be compressed with 'snappy'; use one of none, gzip, zstd",
            ),
            (
                of("", Wat, WARC_RECORDS, Some(Compression::Zstd)),
                "a file of WARC records cannot be compressed with 'zstd'; use one of gzip",
            ),
        ];
        for (message, expected) in cases {
            assert!(message.contains(expected), "{message}");
        }
    }
}
