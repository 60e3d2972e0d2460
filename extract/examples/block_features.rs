//! Writes the features of all blocks of some pages, to train the trees that score blocks (`tools/main-content`).
//!
//! ```sh
//! cargo run --release --example block_features -- features html/*.html
//! ```
//!
//! Files in the output folder: `names.txt` has a feature name per line, `rows.i16` a row of 16-bit integers (little
//! endian) per block, and `pages.jsonl` an object per page with its `id` (the file name without extension), and the
//! `text`, heading `level`, number of `words`, number of the `container`, whether it is in `comments`, and name of the `element`
//! of each block.

use serde_json::json;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tagrake_extract::{Blocks, Context, ExtractOptions, Extractor};

fn main() -> io::Result<()> {
    let mut paths = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(out) = paths.next() else {
        return Err(io::Error::other("usage: block_features FOLDER FILE..."));
    };
    fs::create_dir_all(&out)?;
    fs::write(out.join("names.txt"), Blocks::feature_names().collect::<Vec<_>>().join("\n"))?;
    let mut rows = BufWriter::new(File::create(out.join("rows.i16"))?);
    let mut pages = BufWriter::new(File::create(out.join("pages.jsonl"))?);
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_links(false));
    for path in paths {
        // The pages of the labelled set are decoded as UTF-8, whatever they declare.
        let html = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let context = Context::default().with_encoding(tagrake::encoding::Encoding::for_label(b"utf-8"));
        let page = extractor.extract(html.as_bytes(), &context);
        let Some(blocks) = page.blocks else { continue };
        let mut result = Ok(());
        blocks.for_each_feature_row(|row| {
            let bytes: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
            if result.is_ok() {
                result = rows.write_all(&bytes);
            }
        });
        result?;
        let blocks = blocks.iter().map(|block| {
            // A container with text of its own is a paragraph.
            let (element, container) = (block.element(), block.container());
            let container = element.parent().filter(|_| container.index() == element.index()).unwrap_or(container);
            json!([
                block.text(),
                block.heading_level(),
                block.words(),
                container.index(),
                block.is_in_comments(),
                element.name()
            ])
        });
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(pages, "{}", json!({"id": id, "blocks": blocks.collect::<Vec<_>>()}))?;
    }
    rows.flush()?;
    pages.flush()
}
