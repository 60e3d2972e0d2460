//! Prints the title and the canonical URL of pages, and how many bytes of each were read for them.
//!
//! ```sh
//! cargo run --example head_with_fewest_bytes -- corpora/small/*.html
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::{env, process};
use tagrake_extract::{Context, ExtractOptions, PageEvent, PageStream};

/// Reads `page` up to the start of its body. Returns the title, the canonical URL and the number of bytes read.
///
/// # Errors
///
/// Fails if the page cannot be read.
pub(crate) fn read_head(page: &mut impl Read) -> io::Result<(Option<String>, Option<String>, usize)> {
    let options = ExtractOptions::default().with_links(false);
    let (mut stream, mut facts) = (PageStream::new(options, Context::default()), None);
    let mut take = |event: PageEvent<'_>| {
        if let PageEvent::Head(head) = event {
            facts = Some((head.title.map(str::to_owned), head.canonical.map(str::to_owned)));
        }
    };
    let (mut chunk, mut bytes) = ([0; 4 << 10], 0);
    loop {
        let len = page.read(&mut chunk)?;
        bytes += len;
        if len == 0 {
            stream.finish(&mut take);
            break;
        }
        stream.feed(&chunk[..len], &mut take);
        if stream.has_head() {
            break;
        }
    }
    let (title, canonical) = facts.unwrap_or_default();
    Ok((title, canonical, bytes))
}

fn main() {
    for path in env::args().skip(1) {
        match File::open(&path).and_then(|mut page| read_head(&mut page)) {
            Ok((title, canonical, bytes)) => {
                println!("{path}: {bytes} bytes: {} {}", title.unwrap_or_default(), canonical.unwrap_or_default());
            }
            Err(error) => {
                eprintln!("{path}: {error}");
                process::exit(1);
            }
        }
    }
}
