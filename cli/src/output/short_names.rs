//! Names of outputs that are no longer than a file system permits.

use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Maximum bytes of a name in a folder, on most file systems.
const MAX_BYTES: usize = 255;
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
    let hash = Sha256::digest(name.as_encoded_bytes());
    let text = name.to_string_lossy();
    let end =
        (0..=max_bytes.saturating_sub(HASH_BYTES)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    let digits: String = hash.iter().take(HASH_BYTES / 2).map(|byte| format!("{byte:02x}")).collect();
    format!("{}~{digits}", &text[..end]).into()
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
