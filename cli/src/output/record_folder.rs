//! The folder of the records of an output folder: beside it, or in it where that is not possible.

use super::file_identity::target_of;
use super::short_names::MAX_BYTES;
use super::temporary_files::folder_of;
use std::fs;
use std::path::{Component, Path, PathBuf};
use tagrake_bulk::input::record_folders;

/// Returns the folder of the records of the outputs in `folder`: one that exists already, or else `.NAME.tagrake` beside the folder,
/// which readers of the folder do not see. It is `.tagrake` in the folder if that is `.`, `..`, the root or a mount point, or if nothing
/// can be written beside it.
pub(super) fn record_folder(folder: &Path) -> PathBuf {
    let canonical = fs::canonicalize(folder).or_else(|_| target_of(folder)).unwrap_or_else(|_| folder.to_owned());
    let is_named = matches!(folder.components().next_back(), Some(Component::Normal(_)));
    // Messages have the path of the folder as it was given.
    let (beside, within) = record_folders(if is_named && !folder.is_symlink() { folder } else { &canonical });
    let existing = beside.iter().chain([&within]).find(|records| records.is_dir());
    if let Some(existing) = existing {
        return existing.clone();
    }
    beside.filter(|beside| is_named && can_create(beside, &canonical)).unwrap_or(within)
}

/// Returns true if the folder `beside` can be made beside the output folder, and keeps its files as long as that folder does.
fn can_create(beside: &Path, folder: &Path) -> bool {
    let parent = folder_of(beside);
    let has_short_name = beside.file_name().is_some_and(|name| name.len() <= MAX_BYTES);
    // Folders that do not exist yet are made with the output folder.
    let is_writable = !parent.exists() || tempfile::tempfile_in(parent).is_ok();
    has_short_name && is_writable && is_on_same_device(parent, folder)
}

#[cfg(unix)]
fn is_on_same_device(parent: &Path, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| fs::metadata(path).map(|metadata| metadata.dev()).ok();
    device(folder).is_none_or(|own| device(parent) == Some(own))
}

#[cfg(not(unix))]
fn is_on_same_device(_: &Path, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_beside_a_named_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(folder.path()).expect("a path");
        let of = |name: &str| record_folder(&root.join(name)).strip_prefix(&root).expect("within").to_owned();
        assert_eq!(of("out"), Path::new(".out.tagrake"));
        assert_eq!(of("new/out/"), Path::new("new/.out.tagrake"));
        fs::create_dir(root.join("out")).expect("a folder");
        assert_eq!(of("out/.."), Path::new(".tagrake"));
        fs::create_dir(root.join("out/.tagrake")).expect("a folder");
        assert_eq!(of("out"), Path::new("out/.tagrake"));
        fs::create_dir(root.join(".out.tagrake")).expect("a folder");
        assert_eq!(of("out"), Path::new(".out.tagrake"));
        assert_eq!(record_folder(Path::new("/")), Path::new("/.tagrake"));
    }
}
