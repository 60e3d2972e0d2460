//! Chooses the format and compression of an output from its name, `--format` and `--compression`.

use super::choices::name_of;
use super::formats::{COMPRESSIONS, VerbFormats, is_of_lines, written_extension};
use std::borrow::Cow;
use std::path::Path;
use tagrake_bulk::output::{Compression, FileFormat, Format};

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
    /// An extension of [`EXTENSIONS`]: the one that we write, and the name of the format in messages.
    Known(&'static str, &'static str),
    /// `warc`, `wat` or `wet`.
    Warc(&'static str),
}

/// The extensions of each format of rows and text, and its name in messages. Outputs in a folder get the first one.
const EXTENSIONS: [(&[&str], &str); 7] = [
    (&["jsonl", "ndjson"], "JSON lines"),
    (&["csv"], "CSV"),
    (&["tsv"], "TSV"),
    (&["txt", "md"], "text"),
    (&["cdxj"], "CDXJ"),
    (&["parquet"], "Parquet"),
    (&["arrows", "arrow"], "Arrow"),
];

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
            Some((_, extension)) => {
                let is = |other: &&str| other.eq_ignore_ascii_case(extension);
                let known = EXTENSIONS.iter().find(|(names, _)| names.iter().any(&is));
                match (known, ["warc", "wat", "wet"].into_iter().find(is)) {
                    (Some((names, format)), _) => Extension::Known(names[0], format),
                    (None, Some(kind)) => Extension::Warc(kind),
                    (None, None) => Extension::Unknown(extension),
                }
            }
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
    matches!(OutputName::of(&file_name(path)).extension, Extension::Known(written, _) if written == written_extension(format))
}

/// Returns the name of a file, without its folder.
fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Returns the format and compression of an output, or a message if its name and options contradict each other. `path`
/// is `None` for standard output, a device, a pipe or a folder of outputs.
pub(crate) fn form(
    path: Option<&Path>,
    formats: VerbFormats,
    requested: Option<Format>,
    compression: Option<Compression>,
) -> Result<OutputForm, String> {
    let name = path.map(file_name);
    let name = name.as_deref().map(OutputName::of);
    let chosen = match name {
        Some(name) => named_format(name, formats, requested)?,
        None => requested,
    };
    let format = chosen.unwrap_or(formats.choices[0].value);
    let file_format = format.file_format();
    let compression = compression_of(name, file_format, compression)?;
    let suffix = match compression {
        Compression::Gzip if is_of_lines(file_format) => ".gz",
        Compression::Zstd if is_of_lines(file_format) => ".zst",
        Compression::Gzip | Compression::Zstd | Compression::Snappy | Compression::None => "",
    };
    Ok(OutputForm { format, compression, extension: formats.extension(format) + suffix })
}

/// Returns the format of a named file; `None` if neither its extension nor `--format` decides.
fn named_format(
    name: OutputName<'_>,
    formats: VerbFormats,
    requested: Option<Format>,
) -> Result<Option<Format>, String> {
    let OutputName { text, extension, compression } = name;
    let find = |is_named: &dyn Fn(FileFormat) -> bool| {
        formats.choices.iter().map(|choice| choice.value).find(|format| is_named(format.file_format()))
    };
    let named = match extension {
        Extension::None => return Ok(requested),
        Extension::Unknown(_) if requested.is_some() => return Ok(requested),
        Extension::Unknown(extension) => {
            let extensions = offered(formats);
            return Err(format!(
                "the extension '.{extension}' of the output '{text}' is unknown: use one of {extensions}, or \
                 '--format'"
            ));
        }
        Extension::Known(written, label) => find(&|format| written_extension(format) == written).ok_or(label),
        Extension::Warc(kind) => {
            let is_offered = kind == "warc" || kind == formats.warc;
            find(&|format| format == FileFormat::Warc && is_offered).ok_or("WARC records of this type")
        }
    };
    if let Some(requested) =
        requested.filter(|requested| !named.is_ok_and(|named| named.file_format() == requested.file_format()))
    {
        let requested = name_of(formats.choices, &requested);
        return Err(format!(
            "'--format {requested}' contradicts the name of the output '{text}': leave it out, or use another extension"
        ));
    }
    let named = named.map_err(|format| {
        let extensions = offered(formats);
        format!("the output '{text}': this command cannot write {format}; it can write {extensions}")
    })?;
    if named.file_format() == FileFormat::Warc && compression != Some(Compression::Gzip) {
        let kind = formats.warc;
        return Err(format!("the output '{text}': WARC records are compressed with gzip: use '.warc.{kind}.gz'"));
    }
    Ok(Some(named))
}

/// Returns the compression of an output of `format`.
fn compression_of(
    name: Option<OutputName<'_>>,
    format: FileFormat,
    requested: Option<Compression>,
) -> Result<Compression, String> {
    let offered = format.compressions();
    let in_name = name.and_then(|name| name.compression);
    let text = name.map_or("", |name| name.text);
    #[cfg(feature = "columns")]
    if in_name.is_some() && matches!(format, FileFormat::Parquet | FileFormat::Arrow) {
        let advice =
            if format == FileFormat::Parquet { "use '--compression' for its columns" } else { "use '.arrows'" };
        return Err(format!("the output '{text}': a file of this format is not compressed: {advice}"));
    }
    if let Some(compression) = in_name.or(requested).filter(|compression| !offered.contains(compression)) {
        let offered: Vec<_> = offered.iter().map(|compression| name_of(COMPRESSIONS, compression)).collect();
        let (format, compression) = (format_label(format), name_of(COMPRESSIONS, &compression));
        return Err(format!("{format} cannot be compressed with '{compression}'; use one of {}", offered.join(", ")));
    }
    // The name of a file with an extension also decides whether the file is compressed.
    let named = match name.map(|name| (name.compression, name.extension)) {
        Some((Some(compression), _)) => Some(compression),
        Some((None, Extension::Known(..))) if is_of_lines(format) => Some(Compression::None),
        _ => None,
    };
    match (named, requested) {
        (Some(named), Some(requested)) if named != requested => {
            let requested = name_of(COMPRESSIONS, &requested);
            Err(format!(
                "'--compression {requested}' contradicts the name of the output '{text}': '.gz' is gzip, '.zst' is zstd"
            ))
        }
        (Some(named), _) => Ok(named),
        (None, Some(requested)) => Ok(requested),
        (None, None) => Ok(offered[0]),
    }
}

/// Returns the extensions of the formats, comma-separated, for messages.
fn offered(formats: VerbFormats) -> String {
    let extension = |format: FileFormat| match format {
        FileFormat::Warc => format!(".warc.{}.gz", formats.warc),
        format if is_of_lines(format) => format!(".{}[.gz|.zst]", written_extension(format)),
        format => format!(".{}", written_extension(format)),
    };
    let formats = formats.choices.iter().map(|choice| choice.value.file_format());
    formats.map(extension).collect::<Vec<_>>().join(", ")
}

fn format_label(format: FileFormat) -> &'static str {
    let written = written_extension(format);
    EXTENSIONS.iter().find(|(names, _)| names[0] == written).map_or("a file of WARC records", |(_, label)| label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::formats::{INDEX, LINKS, PAGES, TEXT, WAT};
    use tagrake_bulk::output::{LinkFormat, RecordFormat};

    const CSV: Option<Format> = Some(Format::Links(LinkFormat::Csv));
    const TSV: Option<Format> = Some(Format::Links(LinkFormat::Tsv));
    const WARC: Option<Format> = Some(Format::Records(RecordFormat::Warc));

    /// Returns the extension and the compression, or the message.
    fn of(name: &str, formats: VerbFormats, requested: Option<Format>, compression: Option<Compression>) -> String {
        let path = (!name.is_empty()).then(|| Path::new(name));
        match form(path, formats, requested, compression) {
            Ok(form) => format!("{} {}", form.extension, name_of(COMPRESSIONS, &form.compression)),
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
            assert_eq!(of(name, LINKS, None, None), expected, "{name}");
        }
        assert_eq!(of("a.warc.wat.gz", WAT, None, None), "wat.gz gzip");
        assert_eq!(of("a.warc.gz", WAT, None, None), "wat.gz gzip");
        assert_eq!(of("a.wat.jsonl.gz", WAT, None, None), "wat.jsonl.gz gzip");
        assert_eq!(of("A.WARC.WET.GZ", TEXT, None, None), "wet.gz gzip");
        assert_eq!(of("a", TEXT, None, None), "txt none");
        assert_eq!(of("", TEXT, None, Some(Compression::Zstd)), "txt.zst zstd");
        assert_eq!(of("a", INDEX, None, None), "cdxj none");
        assert_eq!(of("a.cdxj.gz", INDEX, None, None), "cdxj.gz gzip");
        assert_eq!(of("a.dat", LINKS, CSV, None), "csv none");
        assert_eq!(of("a.dat", LINKS, TSV, None), "tsv none");
        assert_eq!(of("a.dat.gz", LINKS, CSV, None), "csv.gz gzip");
        assert_eq!(of("a.dat", LINKS, CSV, Some(Compression::Gzip)), "csv.gz gzip");
        assert_eq!(of("", WAT, WARC, Some(Compression::Gzip)), "wat.gz gzip");
    }

    #[test]
    #[cfg(feature = "columns")]
    fn parquet_is_compressed_by_column_and_arrow_not_at_all() {
        assert_eq!(of("a.parquet", PAGES, None, None), "parquet zstd");
        assert_eq!(of("a.parquet", PAGES, None, Some(Compression::Snappy)), "parquet snappy");
        assert_eq!(of("a.ARROW", PAGES, None, None), "arrows none");
        for (name, compression) in
            [("a.parquet.gz", None), ("a.arrow.zst", None), ("a.arrows", Some(Compression::Zstd))]
        {
            assert!(form(Some(Path::new(name)), PAGES, None, compression).is_err(), "{name}");
        }
    }

    #[test]
    fn messages_name_the_alternatives() {
        let cases = [
            (of("o.csv", PAGES, None, None), "this command cannot write CSV; it can write .jsonl[.gz|.zst]"),
            (of("o.txt", LINKS, None, None), "this command cannot write text; it can write .jsonl[.gz|.zst], .csv"),
            (of("o.xml", LINKS, None, None), "the extension '.xml' of the output 'o.xml' is unknown"),
            (of("o.xml.gz", LINKS, None, None), "the extension '.xml'"),
            (of("o.json", LINKS, None, None), "use one of .jsonl[.gz|.zst], .csv[.gz|.zst]"),
            (of("o.jsonl.bz2", LINKS, None, None), "the extension '.bz2'"),
            (of("o.tsv", LINKS, CSV, None), "'--format csv' contradicts the name of the output 'o.tsv'"),
            (of("o.parquet", LINKS, CSV, None), "'--format csv' contradicts the name of the output 'o.parquet'"),
            (of("o.warc.wat.gz", TEXT, None, None), "cannot write WARC records of this type"),
            (of("o.cdxj", LINKS, None, None), "cannot write CDXJ; it can write .jsonl[.gz|.zst]"),
            (of("o.txt", INDEX, None, None), "cannot write text; it can write .cdxj[.gz|.zst]"),
            (of("o.warc", WAT, None, None), "use '.warc.wat.gz'"),
            (of("o.warc", WAT, WARC, None), "use '.warc.wat.gz'"),
            (of("o.warc.zst", WAT, None, None), "use '.warc.wat.gz'"),
            (
                of("o.jsonl", LINKS, None, Some(Compression::Gzip)),
                "'--compression gzip' contradicts the name of the output 'o.jsonl'",
            ),
            (
                of("o.jsonl.gz", LINKS, None, Some(Compression::None)),
                "'--compression none' contradicts the name of the output 'o.jsonl.gz'",
            ),
            #[cfg(feature = "columns")]
            (
                of("", LINKS, None, Some(Compression::Snappy)),
                "JSON lines cannot be compressed with 'snappy'; use one of none, gzip, zstd",
            ),
            (
                of("", WAT, WARC, Some(Compression::Zstd)),
                "a file of WARC records cannot be compressed with 'zstd'; use one of gzip",
            ),
        ];
        for (message, expected) in cases {
            assert!(message.contains(expected), "{message}");
        }
    }
}
