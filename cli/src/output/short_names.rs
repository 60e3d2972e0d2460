//! Names of outputs that are no longer than a file system permits.

use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Maximum bytes of a name in a folder, on most file systems.
pub(crate) const MAX_BYTES: usize = 255;
/// Bytes of a hash in a name: 16 hexadecimal digits after `~`.
const HASH_BYTES: usize = 17;

/// Returns `path` with shortened names, so that `room` more bytes fit after the last one. A name that is too long ends in `~` and
/// 16 hexadecimal digits of its SHA-256.
pub(crate) fn shortened(path: &Path, room: usize) -> PathBuf {
    let names: Vec<_> = path.iter().collect();
    let last = names.len().saturating_sub(1);
    let room_after = |at| if at == last { room } else { 0 };
    names.iter().enumerate().map(|(at, name)| shortened_name(name, MAX_BYTES.saturating_sub(room_after(at)))).collect()
}

fn shortened_name(name: &OsStr, max_bytes: usize) -> PathBuf {
    if name.len() <= max_bytes {
        return name.into();
    }
    let text = name.to_string_lossy();
    let end =
        (0..=max_bytes.saturating_sub(HASH_BYTES)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    format!("{}~{}", &text[..end], hash(name.as_encoded_bytes())).into()
}

/// Returns 16 hexadecimal digits of the SHA-256 of `bytes`.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(HASH_BYTES / 2).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns `name`, a name with percent-encoded characters. If it is longer than `max_bytes`, or not exact, it ends in `~` and a hash,
/// and no percent-encoded character is truncated.
pub(crate) fn shortened_text(name: &str, max_bytes: usize, is_exact: bool) -> String {
    if is_exact && name.len() <= max_bytes {
        return name.to_owned();
    }
    let is_whole = |end: usize| {
        let escape = name[..end].rfind('%');
        name.is_char_boundary(end) && escape.is_none_or(|at| at + 3 <= end)
    };
    let max_end = name.len().min(max_bytes.saturating_sub(HASH_BYTES));
    let end = (0..=max_end).rev().filter(|&end| name.is_char_boundary(end)).find(|&end| is_whole(end));
    format!("{}~{}", &name[..end.unwrap_or_default()], hash(name.as_bytes()))
}

/// Returns a path as a single name: separators are percent-encoded. Bytes that are not UTF-8 are replaced, and the name ends in a hash.
pub(crate) fn flattened(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_exact = path.to_str().is_some();
    let name = text.replace('%', "%25").replace(['/', '\\'], "%2F");
    if is_exact { name } else { format!("{name}~{}", hash(path.as_os_str().as_encoded_bytes())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_names_are_shortened() {
        let [fits, long] = [241, 242].map(|length| "x".repeat(length));
        let name = |path: &Path| shortened(path, 14).to_string_lossy().into_owned();
        assert_eq!(name(Path::new("a/b.html")), "a/b.html");
        assert_eq!(name(Path::new(&fits)), fits);
        let short = name(Path::new(&long));
        assert!(short.len() == 241 && short.starts_with(&format!("{}~", "x".repeat(224))), "{short}");
        assert_ne!(short, name(Path::new(&long.replacen('x', "y", 1))));
        let folder = Path::new(&"d".repeat(255)).join("é".repeat(300)).join("a");
        let parts: Vec<_> = shortened(&folder, 14).iter().map(OsStr::len).collect();
        assert!(parts[0] == 255 && parts[1] <= 255 && parts[1] > 250 && parts[2] == 1, "{parts:?}");
    }
}
