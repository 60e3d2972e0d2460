//! The tokenizers that are measured, and what each must agree on. Each pass reads all pages of a set, one after the
//! other.

mod external;
mod html5ever;
mod html5gum;
mod limits;
mod lol_html;
mod quick_xml;
mod rcdom;
mod tagrake;
mod tl;

pub use external::external;

use crate::corpus::Document;
use crate::visit::Visit;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// What speeds are compared with and counts are checked against.
pub const HTML5EVER: &str = "html5ever";
/// What links are checked against.
pub const HTML5EVER_LINKS: &str = "html5ever links";
pub const HTML5GUM_COUNTING: &str = "html5gum counting emitter";
pub const LOL_HTML_SCAN: &str = "lol_html no handlers";
pub const LOL_HTML_LINKS: &str = "lol_html links";
pub const LEXBOR: &str = "lexbor";
pub const VISITED: &str = "tagrake visited";
/// The name of the one that reads in chunks and follows every element from the first byte on.
pub const FOLLOWED: &str = "tagrake in chunks of 64 KiB, all followed";
pub const DECODED: &str = "tagrake decoded";
pub const SPANS: &str = "tagrake spans";
pub const LINKS: &str = "tagrake links";
pub const EXTRACT: &str = "tagrake extract";
pub const TEXT: &str = "tagrake text";
pub const ERRORS: &str = "tagrake errors on";
pub const AVX2: &str = "tagrake avx2";
pub const SSE2: &str = "tagrake sse2";
pub const SCALAR: &str = "tagrake scalar";

/// A tokenizer and the way in which it is used.
pub struct Contender {
    pub name: Cow<'static, str>,
    pub agreement: Agreement,
    /// Whether it reads the set that it was started with, and not the pages that it is given: a process of its own.
    pub reads_whole_set: bool,
    /// Whether fewer passes are enough.
    pub is_slow: bool,
    /// What is measured.
    pub pass: Pass,
    /// The pass whose counts are compared, if the one that is measured counts nothing.
    pub counting_pass: Option<Pass>,
}

/// Reads all pages, in the given order.
pub type Pass = Box<dyn FnMut(&[&Document]) -> Visit>;

/// What a contender must have in common with html5ever, page for page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All counts.
    Decoded,
    /// All counts but the bytes of values, text and comments, which are not decoded.
    Raw,
    /// The numbers of tokens and attributes.
    Numbers,
    /// All counts but the number of text runs, which it does not tell, and the bytes of comments: it follows a newer text
    /// of the standard, in which some are processing instructions.
    DecodedButRuns,
    /// All counts, but duplicate attributes are counted too.
    WithDuplicates,
    /// As `Decoded` on pages without the elements that the contender takes for raw text, or does not.
    DecodedButRawText,
    /// As `WithDuplicates` on the same pages.
    WithDuplicatesButRawText,
    /// All that was found of links, titles and metadata.
    Links,
    /// Nothing: it reads another language. The difference is shown.
    Free,
    /// Nothing: it does not obey the standard in what it finds of links. The difference is shown.
    FreeLinks,
    /// Nothing: it gives no tokens.
    Silent,
}

impl Contender {
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        agreement: Agreement,
        pass: impl FnMut(&[&Document]) -> Visit + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            agreement,
            reads_whole_set: false,
            is_slow: false,
            pass: Box::new(pass),
            counting_pass: None,
        }
    }

    /// Says that the contender reads the set that it was started with.
    #[must_use]
    pub fn of_whole_set(self) -> Self {
        Self { reads_whole_set: true, ..self }
    }

    /// Makes the contender take part in fewer passes.
    #[must_use]
    pub fn slow(self) -> Self {
        Self { is_slow: true, ..self }
    }

    /// Compares the counts of `pass` instead.
    #[must_use]
    pub fn counted_by(self, pass: impl FnMut(&[&Document]) -> Visit + 'static) -> Self {
        Self { counting_pass: Some(Box::new(pass)), ..self }
    }

    /// Returns what the contender sees on the pages.
    pub fn count(&mut self, documents: &[&Document]) -> Visit {
        self.counting_pass.as_mut().unwrap_or(&mut self.pass)(documents)
    }
}

/// Everything that is measured. The first is html5ever.
pub fn all() -> Vec<Contender> {
    let mut contenders = html5ever::contenders();
    contenders.extend(tagrake::contenders());
    contenders.extend(html5gum::contenders());
    contenders.extend(lol_html::contenders());
    contenders.extend(tl::contenders());
    contenders.extend(quick_xml::contenders());
    contenders.extend(rcdom::contenders());
    contenders.extend(limits::contenders());
    contenders
}

/// What reads hostile inputs besides: all that a page can be asked for, and chunks.
pub fn of_hostile_inputs() -> Vec<Contender> {
    tagrake::of_hostile_inputs()
}

/// How many bytes of pages are read between two looks at the clock: fewer than fit into a core's own cache.
const WARM_BYTES: usize = 256 << 10;

/// Makes a pass of a function that reads one page.
///
/// Pages are read where they have just been put, as a decompressor or a socket leaves them: before some are read and timed,
/// they are copied. What the memory of the machine takes to give 100 MB that nobody has touched for a second, a limit tells.
fn each(mut read: impl FnMut(&str, &mut Visit)) -> impl FnMut(&[&Document]) -> Visit {
    let (mut copies, mut ends) = (String::new(), Vec::new());
    move |documents| {
        let mut visit = Visit::default();
        let mut time = Duration::ZERO;
        let mut rest = documents;
        while let Some((first, more)) = rest.split_first() {
            copies.clear();
            copies.push_str(&first.html);
            ends.clear();
            ends.push(copies.len());
            rest = more;
            while let Some((next, more)) = rest.split_first()
                && copies.len() + next.html.len() <= WARM_BYTES
            {
                copies.push_str(&next.html);
                ends.push(copies.len());
                rest = more;
            }
            let start = Instant::now();
            let mut page = 0;
            for &end in &ends {
                read(&copies[page..end], &mut visit);
                page = end;
            }
            time += start.elapsed();
        }
        visit.seconds = Some(time.as_secs_f64());
        visit.finish()
    }
}
