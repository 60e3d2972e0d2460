//! A measured tokenizer, and how far it must agree with html5ever. A pass reads all pages of a set, one after the other.

use crate::corpus::Document;
use crate::pass_counts::PassCounts;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// A tokenizer with a sink or API.
pub struct Contender {
    pub name: Cow<'static, str>,
    pub agreement: Agreement,
    /// True for a separate process, which reads the set it was started with, not the pages passed to it.
    pub reads_whole_set: bool,
    /// True if the contender makes fewer passes.
    pub is_slow: bool,
    /// The measured pass.
    pub pass: Pass,
    /// A separate pass for the counts, if the measured pass counts nothing.
    pub counting_pass: Option<Pass>,
}

/// Reads all pages, in the given order.
pub type Pass = Box<dyn FnMut(&[&Document]) -> PassCounts>;

/// The counts of each page in which a contender must agree with html5ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All counts.
    Decoded,
    /// All counts except the bytes of values, text and comments, which are not decoded.
    Raw,
    /// The numbers of tokens and attributes.
    Numbers,
    /// All counts except the number of text runs, which the contender does not report, and the bytes of comments. The
    /// contender follows a newer edition of the standard, in which some comments are processing instructions.
    DecodedButRuns,
    /// All counts, including duplicate attributes.
    WithDuplicates,
    /// As `Decoded`, except on pages with elements that the contender's feedback handles differently.
    DecodedButRawText,
    /// As `WithDuplicates`, except on the same pages.
    WithDuplicatesButRawText,
    /// The counts of links, titles and metadata.
    Links,
    /// Nothing: the contender does not follow the HTML standard. The difference is shown.
    Free,
    /// Nothing: the contender's links do not follow the HTML standard. The difference is shown.
    FreeLinks,
    /// Nothing: the contender returns no tokens.
    Silent,
}

impl Contender {
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        agreement: Agreement,
        pass: impl FnMut(&[&Document]) -> PassCounts + 'static,
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

    /// Marks a contender that reads the set it was started with.
    #[must_use]
    pub fn of_whole_set(self) -> Self {
        Self { reads_whole_set: true, ..self }
    }

    /// Marks a contender that makes fewer passes.
    #[must_use]
    pub fn slow(self) -> Self {
        Self { is_slow: true, ..self }
    }

    /// Takes counts from `pass` instead of the measured pass.
    #[must_use]
    pub fn counted_by(self, pass: impl FnMut(&[&Document]) -> PassCounts + 'static) -> Self {
        Self { counting_pass: Some(Box::new(pass)), ..self }
    }

    /// Returns the counts of the contender on the pages.
    pub fn count(&mut self, documents: &[&Document]) -> PassCounts {
        self.counting_pass.as_mut().unwrap_or(&mut self.pass)(documents)
    }
}

/// Bytes of pages that are read between two clock readings. They fit into a core's private cache.
const WARM_BYTES: usize = 256 << 10;

/// Returns a pass that calls `read` for each page.
///
/// Pages are read from the cache, as after a decompressor or a socket: each batch is copied just before it is read and
/// timed. The contender `limit: sum of words, cold` shows the cost of reading from main memory.
pub(super) fn each(mut read: impl FnMut(&str, &mut PassCounts)) -> impl FnMut(&[&Document]) -> PassCounts {
    let (mut copies, mut ends) = (String::new(), Vec::new());
    move |documents| {
        let mut visit = PassCounts::default();
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
