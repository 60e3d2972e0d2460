//! Parses the image candidates of a `srcset` attribute.

/// An [image source](https://html.spec.whatwg.org/multipage/images.html#image-source) that a `srcset` attribute offers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ImageCandidate<'a> {
    pub(crate) url: &'a str,
    /// The width descriptor. Saturates at `u64::MAX`.
    pub(crate) width: Option<u64>,
    /// The pixel density descriptor.
    pub(crate) density: Option<f64>,
}

/// Parses a [srcset attribute](https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute), one
/// candidate at a time. Candidates with an invalid descriptor are skipped.
pub(crate) fn candidates(value: &str) -> impl Iterator<Item = ImageCandidate<'_>> {
    let mut rest = value;
    core::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches(|character| character == ',' || is_white_space(character));
            if rest.is_empty() {
                return None;
            }
            if let Some(candidate) = take_candidate(&mut rest) {
                return Some(candidate);
            }
        }
    })
}

/// Removes a URL and its descriptors from the start of `rest`. Returns `None` if a descriptor is invalid.
fn take_candidate<'a>(rest: &mut &'a str) -> Option<ImageCandidate<'a>> {
    let (url, after) = rest.split_at(rest.find(is_white_space).unwrap_or(rest.len()));
    *rest = after;
    let mut descriptors = Descriptors::default();
    let stripped = url.trim_end_matches(',');
    if stripped.len() == url.len() {
        while let Some(descriptor) = take_descriptor(rest) {
            descriptors.add(descriptor);
        }
    }
    descriptors.candidate(stripped)
}

/// Removes the next descriptor from the start of `rest`. At a comma, which is removed too, or at the end, returns
/// `None`.
///
/// A comma right after a descriptor is not removed, so that the next call ends the list.
fn take_descriptor<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start_matches(is_white_space);
    let mut in_parens = false;
    let end = text.find(|character| {
        match character {
            ',' if !in_parens => return true,
            '(' => in_parens = true,
            ')' => in_parens = false,
            _ => {}
        }
        !in_parens && is_white_space(character)
    });
    let (descriptor, after) = text.split_at(end.unwrap_or(text.len()));
    if descriptor.is_empty() {
        *rest = after.strip_prefix(',').unwrap_or(after);
        return None;
    }
    *rest = after;
    Some(descriptor)
}

/// The variables of the standard's descriptor parser.
#[derive(Default)]
struct Descriptors {
    error: bool,
    width: Option<u64>,
    density: Option<f64>,
    future_compat_h: Option<u64>,
}

impl Descriptors {
    fn add(&mut self, descriptor: &str) {
        let Self { width, density, future_compat_h, error } = self;
        if let Some(number) = descriptor.strip_suffix('w').and_then(non_negative_integer) {
            *error |= width.is_some() || density.is_some() || number == 0;
            *width = Some(number);
        } else if let Some(number) = descriptor.strip_suffix('x').and_then(floating_point_number) {
            *error |= width.is_some() || density.is_some() || future_compat_h.is_some() || number < 0.0;
            *density = Some(number);
        } else if let Some(number) = descriptor.strip_suffix('h').and_then(non_negative_integer) {
            *error |= future_compat_h.is_some() || density.is_some() || number == 0;
            *future_compat_h = Some(number);
        } else {
            *error = true;
        }
    }

    fn candidate(self, url: &str) -> Option<ImageCandidate<'_>> {
        let Self { width, density, future_compat_h, error } = self;
        let lacks_width = future_compat_h.is_some() && width.is_none();
        (!error && !lacks_width).then_some(ImageCandidate { url, width, density })
    }
}

/// Returns the value of a [valid non-negative
/// integer](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-non-negative-integer), saturating at
/// `u64::MAX`.
pub(crate) fn non_negative_integer(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let add_digit = |number: u64, digit: u8| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    Some(text.bytes().fold(0, add_digit))
}

/// Returns the value of a [valid floating-point
/// number](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number), rounded by
/// the [rules for
/// parsing](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-floating-point-number-values)
/// one. Negative zero becomes zero, and a number that overflows is an error.
fn floating_point_number(text: &str) -> Option<f64> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) =
        unsigned.split_once(['e', 'E']).map_or((unsigned, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let is_mantissa = match mantissa.split_once('.') {
        Some((integer, fraction)) => (integer.is_empty() || digits(integer)) && digits(fraction),
        None => digits(mantissa),
    };
    let is_exponent = exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)));
    if !is_mantissa || !is_exponent {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    number.is_finite().then_some(number + 0.0) // -0.0 + 0.0 is 0.0
}

fn is_white_space(character: char) -> bool {
    character.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Decodes the `\u{…}` escapes of the data file.
    fn decode(text: &str) -> String {
        let mut parts = text.split("\\u{");
        let mut decoded = String::from(parts.next().unwrap_or_default());
        for part in parts {
            let (code, after) = part.split_once('}').expect("an escape ends in }");
            let code = u32::from_str_radix(code, 16).expect("an escape is hexadecimal");
            decoded.push(char::from_u32(code).expect("an escape names a character"));
            decoded.push_str(after);
        }
        decoded
    }

    #[test]
    fn first_candidates_match_the_web_platform_tests() {
        let mut cases = 0;
        for line in include_str!("../../../tests/data/srcset.tsv").lines().filter(|line| !line.starts_with('#')) {
            let (value, url) = line.split_once('\t').expect("a line has two columns");
            let value = decode(value);
            let first = candidates(&value).next().map(|candidate| candidate.url);
            assert_eq!(first.unwrap_or_default(), decode(url), "{value:?}");
            cases += 1;
        }
        assert_eq!(cases, 229);
    }

    #[test]
    fn parses_descriptors() {
        type Row<'a> = (&'a str, Option<u64>, Option<f64>);
        let table: [(&str, &[Row<'_>]); 19] = [
            ("a.png 1x, b.png 2.5x", &[("a.png", None, Some(1.0)), ("b.png", None, Some(2.5))]),
            ("a.png 480w, b.png 800w 600h", &[("a.png", Some(480), None), ("b.png", Some(800), None)]),
            ("a.png,b.png", &[("a.png,b.png", None, None)]),
            ("a.png, b.png 2x", &[("a.png", None, None), ("b.png", None, Some(2.0))]),
            ("a.png (x, b.png 1x), c.png 1x", &[("c.png", None, Some(1.0))]),
            (
                "data:image/gif;base64,R0lGOD 1x, b.png 2x",
                &[("data:image/gif;base64,R0lGOD", None, Some(1.0)), ("b.png", None, Some(2.0))],
            ),
            ("a ,b", &[("a", None, None), ("b", None, None)]),
            ("a 1x,b 2x", &[("a", None, Some(1.0)), ("b", None, Some(2.0))]),
            ("a ()1x, b", &[("b", None, None)]),
            ("a 1x(), b", &[("b", None, None)]),
            ("a 600h, b", &[("b", None, None)]),
            ("a -0x, b -1e-999x", &[("a", None, Some(0.0)), ("b", None, Some(0.0))]),
            ("a 1e999x, b", &[("b", None, None)]),
            ("a 007w", &[("a", Some(7), None)]),
            ("a 99999999999999999999w", &[("a", Some(u64::MAX), None)]),
            ("a\u{A0}b \u{A0}1w, c", &[("c", None, None)]),
            ("\u{B}é😀, ü 1w", &[("\u{B}é😀", None, None), ("ü", Some(1), None)]),
            ("a 1wx 1x", &[]),
            (" , ,", &[]),
        ];
        for (value, rows) in table {
            let found: Vec<_> = candidates(value).map(|found| (found.url, found.width, found.density)).collect();
            assert_eq!(found, rows, "{value:?}");
            assert!(found.iter().all(|row| row.2.is_none_or(f64::is_sign_positive)), "{value:?}");
        }
    }

    #[test]
    fn adversarial_values_take_linear_time() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 400_000 };
        let table = [("(", 1), (",", 0), ("a,", 1), ("a, ", LONG), ("a (", 0), ("a 1x ", 0), ("a 1w,", LONG)];
        for (piece, count) in table {
            assert_eq!(candidates(&piece.repeat(LONG)).count(), count, "{piece}");
        }
        for number in ["9".repeat(LONG), "0.".repeat(LONG), "1e".repeat(LONG), "-".repeat(LONG)] {
            candidates(&alloc::format!("a {number}x, a {number}w")).for_each(drop);
        }
    }
}
