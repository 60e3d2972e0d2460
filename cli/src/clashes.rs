//! Finds outputs that would replace an input or another output of the same run.

use crate::file_identity::FileId;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The inputs and outputs of a run, to find outputs that would replace an input.
#[derive(Debug, Default)]
pub(crate) struct FileClashes {
    inputs: HashSet<FileId>,
    outputs: HashMap<FileId, PathBuf>,
}

impl FileClashes {
    /// Adds an input.
    ///
    /// # Errors
    ///
    /// Returns the output that would replace it.
    pub(crate) fn add_input(&mut self, path: &Path) -> Result<(), PathBuf> {
        let Some(id) = FileId::of(path) else { return Ok(()) };
        match self.output_of(&id) {
            Some(output) => Err(output.to_owned()),
            None => {
                self.inputs.insert(id);
                Ok(())
            }
        }
    }

    /// Adds an output. Returns false if it would replace an input or another output of this run.
    pub(crate) fn add_output(&mut self, path: &Path) -> bool {
        let Some(id) = FileId::of(path) else { return true };
        let is_new = self.output_of(&id).is_none_or(|output| output == path);
        self.outputs.insert(id.clone(), path.to_owned());
        is_new && !self.inputs.contains(&id)
    }

    /// Returns the output that is this file. Another process may have replaced it, and the system reuses its inode.
    fn output_of(&self, id: &FileId) -> Option<&Path> {
        self.outputs.get(id).map(PathBuf::as_path).filter(|output| FileId::of(output).as_ref() == Some(id))
    }

    /// Forgets an output that is about to be replaced: its inode may be reused.
    pub(crate) fn remove_output(&mut self, path: &Path) {
        if let Some(id) = FileId::of(path) {
            self.outputs.remove(&id);
        }
    }

    /// Returns true if `path` refers to an output.
    pub(crate) fn is_output(&self, path: &Path) -> bool {
        FileId::of(path).is_some_and(|id| self.output_of(&id).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn finds_a_file_by_any_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "text").expect("a file");
        let mut spellings = vec![path("a"), path("./a"), path("../").join(folder.path()).join("a")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", path("link")).expect("a link");
            fs::hard_link(path("a"), path("hard")).expect("a link");
            spellings.extend([path("link"), path("hard")]);
        }
        for spelling in &spellings {
            let mut clashes = FileClashes::default();
            assert!(clashes.add_input(&path("a")).is_ok() && clashes.add_output(&path("b")));
            assert!(!clashes.add_output(spelling), "{}", spelling.display());
            let mut clashes = FileClashes::default();
            assert!(clashes.add_output(spelling));
            assert_eq!(clashes.add_input(&path("a")), Err(spelling.clone()));
        }
        assert_eq!(FileId::of(&path("./no")), FileId::of(&path("no")));
        assert!(FileId::of(&path("no")).is_some() && FileId::of(folder.path()).is_none());
    }

    /// Another run replaced an output, and a later file had its inode: it was refused.
    #[test]
    #[cfg(unix)]
    fn a_reused_inode_is_not_an_output() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "text").expect("a file");
        let mut clashes = FileClashes::default();
        assert!(clashes.add_output(&path("a")));
        fs::rename(path("a"), path("b")).expect("renamed");
        fs::write(path("a"), "text").expect("a file");
        assert!(clashes.add_output(&path("b")) && clashes.add_input(&path("a")).is_ok());
        assert!(clashes.is_output(&path("b")) && !clashes.is_output(&path("a")));
    }
}
