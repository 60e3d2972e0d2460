//! The values of `--format` and `--compression`, and the help that lists formats.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tagrake_bulk::output::{Compression, FileFormat, Format, Product};

/// Returns the parser of the formats of `product`.
pub(crate) fn format_of(product: Product) -> impl TypedValueParser<Value = Format> {
    let values = product.formats().map(|format| {
        let (name, aliases) = format.keywords().split_first().expect("a format has a name");
        let also = if aliases.is_empty() { String::new() } else { format!(" (also: {})", aliases.join(", ")) };
        PossibleValue::new(*name).aliases(aliases).help(format!("{}{also}", format.description()))
    });
    PossibleValuesParser::new(values).try_map(move |name| {
        product.formats().find(|format| format.keywords().contains(&&*name)).ok_or("no such format")
    })
}

/// Returns the parser of the compressions that outputs of this build can have.
pub(crate) fn compression() -> impl TypedValueParser<Value = Compression> {
    let formats = || FileFormat::ALL.into_iter().filter(|format| format.is_available());
    let is_offered = |value: &Compression| formats().any(|format| format.compressions().contains(value));
    PossibleValuesParser::new(Compression::ALL.into_iter().filter(is_offered).map(Compression::name))
        .try_map(|name| Compression::ALL.into_iter().find(|known| known.name() == name).ok_or("no such compression"))
}

/// Returns the long help of `--output`, which lists the extensions.
pub(crate) fn output_help() -> String {
    let listed = FileFormat::ALL.into_iter().filter(|format| *format != FileFormat::Warc).map(|format| {
        let mut extensions: Vec<_> = format.extensions().iter().map(|extension| format!(".{extension}")).collect();
        extensions.sort_unstable();
        extensions.join(" or ")
    });
    format!(
        "Write to this file. The output is written under a temporary name and renamed when complete\n\n\
         The extension chooses the format and the compression: {}, .warc.wat.gz or .warc.wet.gz, if the command supports \
         it. Lines and text may also have .gz or .zst. A name without an extension, a device and a pipe have the default \
         format; - is standard output.",
        listed.collect::<Vec<_>>().join(", ")
    )
}
