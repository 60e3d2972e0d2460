//! Whether time is linear in the size of the input, and inputs of tokenizers for which it may not be.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Returns an input of about `size` bytes that is slow for a reader that reads bytes repeatedly.
pub type Build = fn(size: usize) -> String;

/// The approximate size of the smaller of two inputs, in bytes. It holds a thousand of any construct, and is read in
/// about a millisecond, so that a busy scheduler rarely interrupts a run.
pub const SIZE: usize = 16_000;

/// The ratio of the sizes of the two inputs.
const GROWTH: usize = 8;

/// The maximum ratio of the times. Linear time gives 8, or somewhat more if the larger input does not fit into a cache;
/// quadratic time gives 64.
const BOUND: f64 = 20.0;

/// The time after which a failed comparison is not repeated. Other programs, or the host of a virtual machine, may take
/// most of the CPU for a while.
const PATIENCE: Duration = Duration::from_secs(30);

/// Held during measurements, so that tests do not run at the same time.
static TURN: Mutex<()> = Mutex::new(());

/// Inputs that are slow for a tokenizer that reads bytes repeatedly.
pub const SLOW_TO_TOKENIZE: &[(&str, Build)] = &[
    ("plain text", |size| "text ".repeat(size / 5)),
    ("distinct attributes", |size| format!("<p{}>", (0..size / 8).map(|n| format!(" {n:07}")).collect::<String>())),
    ("distinct attributes, unfinished", |size| (0..size / 8).fold("<p".to_owned(), |tag, n| tag + &format!(" {n:07}"))),
    ("duplicate attributes", |size| format!("<p{}>", " a=b".repeat(size / 4))),
    ("attributes in upper case", |size| {
        format!("<p{}>", (0..size / 8).map(|n| format!(" A{n:06}")).collect::<String>())
    }),
    ("tags with some attributes", |size| "<p a b c d e f g h i j k l m n o p q r s t>".repeat(size / 43)),
    ("&", |size| "&".repeat(size)),
    ("<", |size| "<".repeat(size)),
    ("<!--", |size| "<!--".repeat(size / 4)),
    ("<!-- >", |size| "<!-- >".repeat(size / 6)),
    ("<!-->", |size| "<!-->".repeat(size / 5)),
    ("<!----!>", |size| "<!----!>".repeat(size / 8)),
    ("-", |size| format!("<!--{}", "-".repeat(size))),
    ("--!", |size| format!("<!--{}", "--!".repeat(size / 3))),
    ("unclosed quote", |size| format!("<a b='{}", "<c d=e>".repeat(size / 7))),
    ("unclosed quotes", |size| "<a b='".repeat(size / 6)),
    ("unclosed quotes of both kinds", |size| "<a b='\"".repeat(size / 7)),
    ("<a ", |size| "<a ".repeat(size / 3)),
    ("</a ", |size| "</a ".repeat(size / 4)),
    ("<a/", |size| format!("<a{}", "/".repeat(size))),
    ("spaces in a tag", |size| format!("<a{}", " ".repeat(size))),
    ("</title", |size| format!("<title>{}", "</title".repeat(size / 7))),
    ("</titl", |size| format!("<title>{}", "</titl".repeat(size / 6))),
    ("<title>", |size| "<title>".repeat(size / 7)),
    ("<!--<script", |size| format!("<script>{}", "<!--<script".repeat(size / 11))),
    ("<!--<script></script>", |size| format!("<script>{}", "<!--<script></script>".repeat(size / 21))),
    ("<script><!--</script>", |size| "<script><!--</script>".repeat(size / 21)),
    ("<title>&</title>", |size| "<title>&</title>".repeat(size / 16)),
    ("<![CDATA[", |size| "<![CDATA[".repeat(size / 9)),
    ("]", |size| format!("<![CDATA[{}", "]".repeat(size))),
    ("<?", |size| "<?".repeat(size / 2)),
    ("<?a ", |size| "<?a ".repeat(size / 4)),
    ("<?a b>", |size| "<?a b>".repeat(size / 6)),
    ("<?xml>", |size| "<?xml>".repeat(size / 6)),
    ("the target of a processing instruction", |size| format!("<?{}", "a".repeat(size))),
    ("? in a processing instruction", |size| format!("<?a{}", "?".repeat(size))),
    ("<!DOCTYPE ", |size| "<!DOCTYPE ".repeat(size / 10)),
    ("&amp", |size| "&amp".repeat(size / 4)),
    ("&amp in an attribute", |size| format!("<a b='{}'>", "&amp".repeat(size / 4))),
    ("&CounterClockwiseContourIntegra", |size| "&CounterClockwiseContourIntegra".repeat(size / 31)),
    ("unknown reference", |size| format!("&{}", "a".repeat(size))),
    ("unknown references", |size| "&aa;".repeat(size / 4)),
    ("digits", |size| format!("&#{}", "9".repeat(size))),
    ("NUL", |size| "\0".repeat(size)),
    ("NULs in a tag", |size| format!("<a{}", "\0".repeat(size))),
    ("NULs between tags", |size| "\0<a\0>".repeat(size / 5)),
    ("CR", |size| "\r".repeat(size)),
    ("CRs in an attribute", |size| format!("<a b='{}'>", "\r".repeat(size))),
    ("control characters", |size| "\u{1}".repeat(size)),
    ("?", |size| "<?".repeat(size / 2)),
    ("tags in upper case", |size| "<A B=C></A>".repeat(size / 11)),
];

/// Fails if the time of `read` grows faster than the size of one of `inputs`. `size` is the size of the smaller of two inputs, and
/// `reader` says in the message what read them.
pub fn assert_linear(reader: &str, inputs: &[(&str, Build)], size: usize, mut read: impl FnMut(&str) -> Duration) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    for (name, build) in inputs {
        if let Err(times) = is_linear(&build(size), &build(GROWTH * size), &mut read) {
            failures.push(format!("{name}: {times}"));
        }
    }
    assert!(failures.is_empty(), "not linear, {reader}:\n{}", failures.join("\n"));
}

/// Returns an error with the times if the time of `read` grows faster than the size of the input.
fn is_linear(small: &str, large: &str, read: &mut impl FnMut(&str) -> Duration) -> Result<(), String> {
    read(large); // grows the memory
    // The best of all attempts counts, for both sizes.
    let (mut small_time, mut large_time) = (Duration::MAX, Duration::MAX);
    let start = Instant::now();
    loop {
        large_time = large_time.min(read(large));
        small_time = small_time.min(read(small));
        if large_time.as_secs_f64() < BOUND * small_time.as_secs_f64() {
            return Ok(());
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("{small_time:?}, then {large_time:?}"));
        }
        // After a pause, the scheduler grants a full time slice.
        thread::sleep(Duration::from_millis(5));
    }
}
