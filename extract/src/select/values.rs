//! Comparisons of attribute values.

use super::syntax::Operator;

/// The attributes whose values are compared [without
/// case](https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors) on HTML elements.
#[rustfmt::skip]
pub(super) const IGNORE_CASE: [&str; 46] = [
    "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color",
    "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv",
    "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel",
    "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
];

/// Returns true if a value of an attribute matches the value of a selector.
pub(super) fn matches(operator: Operator, value: &[u8], wanted: &[u8], ignores_case: bool) -> bool {
    let equals = |value: &[u8]| is_equal(value, wanted, ignores_case);
    let is_empty = wanted.is_empty();
    match operator {
        Operator::Exists => true,
        Operator::Equals => equals(value),
        Operator::HasWord => !is_empty && words(value).any(equals),
        Operator::HasLanguage => {
            value.get(..wanted.len()).is_some_and(equals) && matches!(value.get(wanted.len()), None | Some(b'-'))
        }
        Operator::StartsWith => !is_empty && value.get(..wanted.len()).is_some_and(equals),
        Operator::EndsWith => {
            !is_empty && value.len().checked_sub(wanted.len()).is_some_and(|start| equals(&value[start..]))
        }
        Operator::Contains if is_empty => false,
        Operator::Contains if ignores_case => contains_ignoring_case(value, wanted),
        Operator::Contains => memchr::memmem::find(value, wanted).is_some(),
    }
}

/// Returns true if two values are equal.
#[inline]
pub(super) fn is_equal(value: &[u8], wanted: &[u8], ignores_case: bool) -> bool {
    if ignores_case { value.eq_ignore_ascii_case(wanted) } else { value == wanted }
}

/// Returns the words of a value, separated by white space.
#[inline]
pub(super) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C')).filter(|word| !word.is_empty())
}

/// The longest text that is compared at each place where it may begin. For a longer one, that would not take linear time.
const SHORT: usize = 32;

/// Returns true if `value` contains `wanted`, which is not empty. Takes linear time.
fn contains_ignoring_case(value: &[u8], wanted: &[u8]) -> bool {
    if wanted.len() > SHORT {
        return memchr::memmem::find(&value.to_ascii_lowercase(), &wanted.to_ascii_lowercase()).is_some();
    }
    // PERF: nothing is allocated.
    let first = wanted[0];
    let mut places = memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), value);
    places.any(|at| value[at..].get(..wanted.len()).is_some_and(|part| part.eq_ignore_ascii_case(wanted)))
}

#[cfg(test)]
mod tests {
    use super::contains_ignoring_case;

    #[test]
    fn short_and_long_texts_are_found_without_case() {
        for len in [1, 2, 31, 32, 33, 100] {
            let wanted: std::vec::Vec<u8> = (0..len).map(|at| if at % 3 == 0 { b'A' } else { b'b' }).collect();
            let other = wanted.to_ascii_lowercase();
            for value in [other.clone(), [b"aA", &*other].concat(), [&*other, b"a"].concat()] {
                assert!(contains_ignoring_case(&value, &wanted), "{len}");
            }
            assert!(!contains_ignoring_case(&other[1..], &wanted), "{len}");
            assert!(!contains_ignoring_case(b"", &wanted));
            let mut wrong = other.clone();
            wrong[len - 1] = b'1';
            assert!(!contains_ignoring_case(&wrong, &wanted), "{len}");
        }
    }
}
