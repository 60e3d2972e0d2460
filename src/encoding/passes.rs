//! Reads a page in the encoding that was decided, and a second time if a late `meta` changes it.

use super::decision::Decision;
use super::standard::Encoding;

/// The request to read a page again, because a late `meta` has [changed](Decision::change_by_meta) its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// The new encoding.
    pub encoding: &'static Encoding,
    /// The bytes of memory that the pass used.
    pub used_bytes: usize,
}

impl Restart {
    /// Calls `pass` with the decision for the new encoding, and returns its value.
    ///
    /// # Panics
    ///
    /// If `pass` requests a third pass. The new encoding is certain, so [`Decision::change`] returns false.
    pub fn read_again<'p, T>(
        self,
        mut decision: Decision<'p>,
        pass: impl FnOnce(Decision<'p>) -> Result<T, Self>,
    ) -> T {
        decision.change(self.encoding);
        let Ok(value) = pass(decision) else { unreachable!("an encoding is changed once") };
        value
    }
}

/// Memory for the passes over a page. A second pass has memory of its own, because the page may borrow from the first one.
///
/// ```
/// use tagrake::encoding::{Hints, MetaDeclaration, PassMemory, Restart, decode, detect};
///
/// let html = b"<title>\xF0</title><meta charset=koi8-r>";
/// let mut memory = PassMemory::<String>::default();
/// let (text, is_second) = memory.read(detect(b"<title>", &Hints::default()), 1 << 20, |mut decision, buffer, _| {
///     let text = decode(html, &decision, buffer).text;
///     // A reader finds the `meta` among its tokens.
///     match decision.change_by_meta(MetaDeclaration::of(Some(b"koi8-r"), None, None).unwrap()) {
///         true => Err(Restart { encoding: decision.encoding, used_bytes: text.len() }),
///         false => Ok(text),
///     }
/// });
/// assert_eq!((text, is_second), ("<title>П</title><meta charset=koi8-r>", true));
/// ```
#[derive(Debug, Default)]
pub struct PassMemory<M> {
    /// The memory of the first pass.
    pub first: M,
    /// The memory of the second pass.
    pub second: M,
}

impl<M> PassMemory<M> {
    /// Calls `pass` with the decision, with memory, and with the number of bytes that it may use. If it requests another pass, the
    /// second one may use the rest of `bytes`. Returns the page, and true if it was read twice.
    pub fn read<'p, T>(
        &'p mut self,
        decision: Decision<'p>,
        bytes: usize,
        pass: impl Fn(Decision<'p>, &'p mut M, usize) -> Result<T, Restart>,
    ) -> (T, bool) {
        match pass(decision.clone(), &mut self.first, bytes) {
            Ok(page) => (page, false),
            Err(restart) => {
                let left = bytes.saturating_sub(restart.used_bytes);
                (restart.read_again(decision, |decision| pass(decision, &mut self.second, left)), true)
            }
        }
    }
}
