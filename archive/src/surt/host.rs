//! Hosts in keys.

use super::percent::escape;
use std::net::Ipv4Addr;

/// Maximum length of a label of a domain.
const MAX_LABEL_BYTES: usize = 63;

/// Returns a decoded host in its form for keys: in lower case and ASCII, without a leading `www.` or `www2.`, with the
/// usual form of an IPv4 address.
pub(super) fn canonical(host: &[u8]) -> Vec<u8> {
    let ascii = if host.is_ascii() { None } else { to_ascii(&without_invalid_bytes(host)) };
    let host = without_surplus_dots(ascii.as_deref().unwrap_or(host));
    let mut host = match ipv4_address(&host) {
        Some(address) => address.to_string().into_bytes(),
        None => escape(&host),
    };
    host.make_ascii_lowercase();
    if let Some(rest) = host.strip_prefix(b"www") {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if rest.get(digits) == Some(&b'.') {
            return rest[digits + 1..].to_vec();
        }
    }
    host
}

/// Appends the labels of a host in reverse order: `org,example` for `example.org`.
pub(super) fn push_reversed(host: &[u8], key: &mut Vec<u8>) {
    let start = key.len();
    for label in host.rsplit(|byte| *byte == b'.') {
        if key.len() > start {
            key.push(b',');
        }
        key.extend_from_slice(label);
    }
}

/// Returns the host without bytes that are not UTF-8.
fn without_invalid_bytes(host: &[u8]) -> String {
    host.utf8_chunks().map(|chunk| chunk.valid()).collect()
}

/// Converts a domain to ASCII, label by label, as Python does by [IDNA 2003](https://www.rfc-editor.org/rfc/rfc3490). Returns
/// `None` if a label cannot be converted.
fn to_ascii(domain: &str) -> Option<Vec<u8>> {
    let mut labels: Vec<&str> = domain.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).collect();
    let is_rooted = labels.last().is_some_and(|label| label.is_empty());
    if is_rooted {
        labels.pop();
    }
    let mut ascii = Vec::with_capacity(domain.len());
    for (index, label) in labels.into_iter().enumerate() {
        if index > 0 {
            ascii.push(b'.');
        }
        let label = if label.is_ascii() { label.to_owned() } else { label_to_ascii(label)? };
        if label.is_empty() || label.len() > MAX_LABEL_BYTES {
            return None;
        }
        ascii.extend_from_slice(label.as_bytes());
    }
    Some(ascii)
}

/// Converts a label. [UTS 46](https://www.unicode.org/reports/tr46/) differs from IDNA 2003 for five characters, which are
/// replaced before, and in the rules for text from right to left.
fn label_to_ascii(label: &str) -> Option<String> {
    let is_mixed = |end: Option<char>| label.contains(is_right_to_left) && !end.is_some_and(is_right_to_left);
    if is_mixed(label.chars().next()) || is_mixed(label.chars().next_back()) {
        return None;
    }
    let mut mapped = String::with_capacity(label.len());
    for character in label.chars() {
        match character {
            'ß' | 'ẞ' => mapped.push_str("ss"),
            'ς' => mapped.push('σ'),
            '\u{200C}' | '\u{200D}' => {}
            character => mapped.push(character),
        }
    }
    idna::domain_to_ascii(&mapped).ok()
}

/// Returns true if the character belongs to a script that is written from right to left.
fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    )
}

/// Returns the host without dots at its start and end, and with one dot in place of each two others.
fn without_surplus_dots(host: &[u8]) -> Vec<u8> {
    let is_other = |byte: &u8| *byte != b'.';
    let (Some(start), Some(end)) = (host.iter().position(is_other), host.iter().rposition(is_other)) else {
        return Vec::new();
    };
    let mut rest = &host[start..=end];
    let mut kept = Vec::with_capacity(rest.len());
    while let Some((&byte, after)) = rest.split_first() {
        kept.push(byte);
        rest = if byte == b'.' { after.strip_prefix(b".").unwrap_or(after) } else { after };
    }
    kept
}

/// Parses an IPv4 address in any of its notations: as one number, or as two to four decimal or octal numbers.
fn ipv4_address(host: &[u8]) -> Option<Ipv4Addr> {
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    if is_number(host) {
        // The number modulo 2^32.
        let add = |number: u32, digit: &u8| number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        return Some(host.iter().fold(0, add).into());
    }
    let parts: Vec<&[u8]> = host.splitn(5, |byte| *byte == b'.').collect();
    if parts.len() > 4 || !parts.iter().all(|part| is_number(part)) {
        return None;
    }
    let numbers: Vec<u64> = parts.into_iter().map(octal_or_decimal).collect::<Option<_>>()?;
    let (last, first) = numbers.split_last()?;
    let shift = 8 * first.len() as u32;
    let largest = u64::from(u32::MAX) >> shift;
    if *last > largest || first.iter().any(|number| *number > 255) {
        return None;
    }
    let high = first.iter().fold(0, |bits, number| bits << 8 | number);
    Some(Ipv4Addr::from(((high << (32 - shift)) | last) as u32))
}

/// Parses a number; one with a leading zero is octal.
fn octal_or_decimal(digits: &[u8]) -> Option<u64> {
    let radix = if digits[0] == b'0' { 8 } else { 10 };
    digits.iter().try_fold(0_u64, |number, digit| {
        let digit = char::from(*digit).to_digit(radix)?;
        Some(number.saturating_mul(radix.into()).saturating_add(digit.into()))
    })
}
