//! The `Debug` output of tokens.

use core::fmt;
use core::ops::Range;

/// Formats a token for `Debug`: its span, then `fields`.
pub(super) fn debug_token(
    formatter: &mut fmt::Formatter<'_>,
    name: &str,
    span: Range<usize>,
    fields: &[(&str, &dyn fmt::Debug)],
) -> fmt::Result {
    let mut token = formatter.debug_struct(name);
    token.field("span", &span);
    for (name, value) in fields {
        token.field(name, value);
    }
    token.finish_non_exhaustive()
}

/// Formats bytes as a string literal with escapes, for `Debug`.
pub(super) struct Escaped<'a>(pub(super) &'a [u8]);

impl fmt::Debug for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"{}\"", self.0.escape_ascii())
    }
}
