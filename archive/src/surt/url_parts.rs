//! The parts of a URL that its key has.

use memchr::memchr;

/// The parts of a URL that a key has.
pub(super) struct UrlParts<'a> {
    pub(super) scheme: &'a [u8],
    pub(super) host: Vec<u8>,
    pub(super) port: Option<u16>,
    /// The path, still escaped; empty if there is none.
    pub(super) path: Path<'a>,
    pub(super) query: Option<&'a [u8]>,
}

/// A path as written in the URL.
#[derive(Clone, Copy)]
pub(super) struct Path<'a> {
    /// True if a slash precedes `rest`, besides any in it.
    pub(super) has_slash: bool,
    pub(super) rest: &'a [u8],
}

impl<'a> UrlParts<'a> {
    /// Splits a URL that has a scheme. Returns `None` if its port is invalid.
    pub(super) fn split(url: &'a [u8]) -> Option<Self> {
        let (scheme, rest) = url.split_at(scheme_length(url)?);
        let rest = &rest[1..];
        let rest = &rest[..memchr(b'#', rest).unwrap_or(rest.len())];
        let (rest, query) = match memchr(b'?', rest) {
            Some(mark) => (&rest[..mark], Some(&rest[mark + 1..])),
            None => (rest, None),
        };
        let (authority, path) = match rest.strip_prefix(b"//") {
            Some(rest) => rest.split_at(memchr(b'/', rest).unwrap_or(rest.len())),
            None => (&b""[..], rest),
        };
        let (host, port) = split_authority(authority)?;
        let mut path = Path { has_slash: false, rest: path };
        let mut host = lower_case(host);
        if host.is_empty() && scheme.starts_with(b"http") && !path.rest.is_empty() {
            // The host of `http:e.org/` and `http:////e.org/`.
            let slashes = path.rest.iter().take_while(|byte| **byte == b'/').count();
            let (first, rest) = split_once(&path.rest[slashes..], b'/');
            host = first.to_vec();
            path = Path { has_slash: true, rest: rest.unwrap_or_default() };
        }
        Some(Self { scheme, host, port, path, query })
    }
}

/// Splits an authority into host and port. The user is left out. Returns `None` if the port is not a number below 65,536;
/// port 0 is no port.
fn split_authority(authority: &[u8]) -> Option<(&[u8], Option<u16>)> {
    let colons = authority.iter().rev().take_while(|byte| **byte == b':').count();
    let authority = &authority[..authority.len() - colons];
    let address = memchr::memrchr(b'@', authority).map_or(authority, |at| &authority[at + 1..]);
    let (host, port) = match split_once(address, b'[') {
        (_, Some(bracketed)) => {
            let (host, after) = split_once(bracketed, b']');
            (host, split_once(after.unwrap_or_default(), b':').1)
        }
        (_, None) => split_once(address, b':'),
    };
    let Some(port) = port else { return Some((host, None)) };
    if port.is_empty() || !port.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |number: u32, digit: &u8| Some(number * 10 + u32::from(digit - b'0')).filter(|number| *number < 1 << 16);
    let number = port.iter().try_fold(0, add)?;
    Some((host, u16::try_from(number).ok().filter(|number| *number > 0)))
}

/// Returns the host in lower case up to a percent sign, as Python does because the zone of an address is case-sensitive.
fn lower_case(host: &[u8]) -> Vec<u8> {
    let (name, zone) = host.split_at(memchr(b'%', host).unwrap_or(host.len()));
    [&*name.to_ascii_lowercase(), zone].concat()
}

fn split_once(text: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    match memchr(separator, text) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// Removes line breaks and tabs, white space at both ends, and repeated schemes such as `http://https://`. Adds `http://` if
/// there is no scheme. Returns `None` if nothing is left.
pub(super) fn with_scheme(url: &str) -> Option<Vec<u8>> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let bytes = url.as_bytes();
    let start = bytes.iter().position(|byte| !is_space(byte))?;
    let end = bytes.iter().rposition(|byte| !is_space(byte))?;
    let url: Vec<u8> = bytes[start..=end].iter().copied().filter(|byte| !b"\n\r\t".contains(byte)).collect();
    let url = if scheme_length(&url).is_some() { url } else { [b"http://", &*url].concat() };
    let mut last = &*url;
    loop {
        let rest = last.strip_prefix(b"https://").or(last.strip_prefix(b"http://"));
        match rest {
            Some(rest) if rest.starts_with(b"http://") || rest.starts_with(b"https://") => last = rest,
            _ => return Some(last.to_vec()),
        }
    }
}

/// Returns the length of the scheme, without its colon.
fn scheme_length(url: &[u8]) -> Option<usize> {
    let colon = memchr(b':', url)?;
    let is_scheme = url[0].is_ascii_alphabetic()
        && url[..colon].iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    is_scheme.then_some(colon)
}
