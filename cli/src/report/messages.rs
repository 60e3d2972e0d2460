//! Messages on standard error: one line each, of bounded length and number.

use super::escape::Escaped;
use std::fmt;
use std::io::{self, Write};
use tagrake_bulk::pipeline::{Cause, CauseCounts};

/// Maximum bytes of a message. The middle of a longer one is left out: its start has the name, its end the cause.
const MAX_BYTES: usize = 1 << 10;
/// Bytes of the end of a message that was shortened.
const END_BYTES: usize = 384;
/// Bytes that are reserved for the note about the bytes left out.
const NOTE_BYTES: usize = 48;
/// Maximum number of messages with the same cause.
const MAX_OF_CAUSE: u64 = 100;

/// Prints a message to standard error as one line, with control characters escaped. Write errors are ignored.
pub(crate) fn print_message(message: impl fmt::Display) {
    let line = format!("tagrake: {}\n", bounded(message));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Returns a message with control characters escaped, and without its middle if it is longer than [`MAX_BYTES`].
pub(crate) fn bounded(message: impl fmt::Display) -> String {
    let text = Escaped(message).to_string();
    if text.len() <= MAX_BYTES {
        return text;
    }
    let start = boundary(&text, MAX_BYTES - END_BYTES - NOTE_BYTES);
    let end = boundary(&text, text.len() - END_BYTES);
    format!("{} [{} bytes left out] {}", &text[..start], end - start, &text[end..])
}

/// Returns the first position from `at` on that does not split a character.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// Returns `1 page`, `2 pages`.
pub(crate) fn plural(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Counts the messages about inputs, so that an input of millions of errors does not give millions of messages.
#[derive(Debug)]
pub(crate) struct MessageCounts<C>(CauseCounts<C>);

impl<C> Default for MessageCounts<C> {
    fn default() -> Self {
        Self(CauseCounts::default())
    }
}

impl<C: Cause> MessageCounts<C> {
    /// Counts a message. Returns true if it is one of the first with this cause, so that it is printed.
    pub(crate) fn admit(&mut self, cause: C) -> bool {
        self.0.add(cause, 1);
        self.0.get(cause) <= MAX_OF_CAUSE
    }

    /// Prints how many messages were left out, by cause.
    pub(crate) fn print_left_out(&self) {
        for (cause, count) in self.0.iter().filter(|(_, count)| *count > MAX_OF_CAUSE) {
            let (count, words) = (count - MAX_OF_CAUSE, cause.words());
            print_message(format_args!("{count} more messages like these were left out: {words}"));
        }
    }
}

/// Returns the message about columns of a manifest that are not read.
pub(crate) fn unread_columns(manifest: &str, columns: &[String]) -> String {
    let (noun, is) = if columns.len() == 1 { ("column", "is") } else { ("columns", "are") };
    let names = columns.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    format!("{manifest}: the {noun} {names} {is} not read; a manifest has file, url, content_type and encoding")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake_bulk::input::ErrorCause;

    #[test]
    fn a_long_message_keeps_its_start_and_its_end() {
        let name = "ä".repeat(2000);
        let message = bounded(format_args!("{name}.html: No such file or directory"));
        assert!(message.len() <= MAX_BYTES && message.starts_with("ää"), "{message}");
        assert!(message.ends_with("ä.html: No such file or directory"), "{message}");
        let (start, rest) = message.split_once(" [").expect("a note");
        let (count, end) = rest.split_once(" bytes left out] ").expect("a note");
        let whole = name.len() + ".html: No such file or directory".len();
        assert_eq!(count.parse(), Ok(whole - start.len() - end.len()));
        assert_eq!(bounded("a\nb"), "a\\nb");
    }

    #[test]
    fn repeated_messages_are_left_out_by_cause() {
        let mut counts = MessageCounts::default();
        assert!((0..MAX_OF_CAUSE).all(|_| counts.admit(ErrorCause::Io)));
        assert!(!counts.admit(ErrorCause::Io) && counts.admit(ErrorCause::Line) && !counts.admit(ErrorCause::Io));
    }
}
