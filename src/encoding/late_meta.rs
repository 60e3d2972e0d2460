//! Decides the encoding of a page with its late `meta` elements, which only the tokens show.

use super::decision::{Confidence, Decision, Source};
use super::decode::decode;
use super::detect::detect;
use super::hints::Hints;
use super::meta::MetaDeclaration;
use crate::arena::Arena;
use crate::options::Options;
use crate::sink::Sink;
use crate::token::StartTag;
use crate::tokenizer::tokenize;
use alloc::borrow::Cow;
use alloc::string::String;

/// Determines the encoding of a page as [`detect`] does, and then by its `meta` elements after the first 1024 bytes: the
/// decision that a reader of the tokens reaches with [`Decision::change_by_meta`].
///
/// `options` are the options with which the page is read: they decide which `meta` elements are markup. The page is read up to
/// the first `meta` that declares an encoding, and not at all if the encoding is certain. If the `meta` changes the encoding,
/// the page is read again.
///
/// ```
/// use tagrake::Options;
/// use tagrake::encoding::{Hints, Source, decide, detect};
///
/// let page = format!("<!--{}--><meta charset=koi8-r>", "x".repeat(2000));
/// let decision = decide(page.as_bytes(), &Hints::default(), &Options::default());
/// assert_eq!((decision.encoding.name(), decision.source), ("KOI8-R", Source::LateMeta));
/// assert_eq!(detect(page.as_bytes(), &Hints::default()).encoding.name(), "windows-1252");
/// ```
pub fn decide<'b>(bytes: &'b [u8], hints: &Hints<'b>, options: &Options) -> Decision<'b> {
    let mut decision = detect(bytes, hints);
    let (mut arena, mut buffer) = (Arena::new(), String::new());
    while !decision.is_final() {
        let text = decode(bytes, &decision, &mut buffer).text;
        if !read_metas(text, &mut decision, options, &mut arena) {
            break;
        }
    }
    decision
}

/// Reads the `meta` elements of a page in the encoding of `decision`, which they may change. Returns true if the page must be
/// decoded and read again.
pub(super) fn read_metas(text: &str, decision: &mut Decision<'_>, options: &Options, arena: &mut Arena) -> bool {
    if decision.is_final() {
        return false;
    }
    let mut metas = Metas { decision: decision.clone(), is_read_again: false };
    tokenize(text.as_bytes(), options, arena, &mut metas);
    let Metas { decision: Decision { encoding, source, confidence, meta_label, .. }, is_read_again } = metas;
    if source == Source::LateMeta {
        decision.meta_label = meta_label.map(|label| Cow::Owned(label.into_owned()));
    }
    (decision.encoding, decision.source, decision.confidence) = (encoding, source, confidence);
    is_read_again
}

impl Decision<'_> {
    /// Returns true if no `meta` can change the encoding or [`meta_label`](Self::meta_label).
    fn is_final(&self) -> bool {
        self.confidence == Confidence::Certain && !(self.source == Source::LateMeta && self.meta_label.is_none())
    }
}

/// The sink of a pass that reads `meta` elements, and is done when the decision is final.
struct Metas<'a> {
    decision: Decision<'a>,
    is_read_again: bool,
}

impl<'a> Sink<'a> for Metas<'a> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if let Some(declaration) = MetaDeclaration::of_tag(&tag) {
            self.is_read_again |= self.decision.change_by_meta(declaration);
        }
    }

    fn is_done(&self) -> bool {
        self.is_read_again || self.decision.is_final()
    }

    fn ignores_text(&self) -> bool {
        true
    }
}
