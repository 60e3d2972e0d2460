//! The check that protects inputs from outputs.
//!
//! **Invariant: no output of a run replaces one of its inputs, or another of its outputs.** Files are compared by identity,
//! so the path does not matter: `./a`, an absolute path, links, an archive in a container, a redirected stream. The check
//! runs at three times:
//!
//! 1. before anything is opened for writing: the files that the command line names, then the files of folders, manifests
//!    and indexes, if an output exists already and they can be read twice (`listed_inputs`);
//! 2. when an input becomes known, before it is read;
//! 3. just before a complete output is renamed to its name.

use super::file_identity::{FileId, target_of};
use super::path::is_stdout;
use super::stdio::STDOUT;
use super::{existing_file, temporary_files};
use crate::report::usage;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::{InputFile, InputFormat, is_stdin};

/// The inputs and outputs of a run. Clones share the data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overwrites(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The outputs that the command line names: at most the rows, their index and the counts.
    named: Vec<NamedOutput>,
    /// The outputs in a folder, by canonical path. An output is renamed to its path, so it does not change other hard links to
    /// the file that it replaces, and two of them are different outputs.
    outputs: HashMap<PathBuf, PathBuf>,
    /// The files that outputs in a folder replace. An input may be another hard link to one.
    replaced: HashMap<FileId, PathBuf>,
    /// The inputs that the command line names; of a run with an output folder, whose outputs become known later, all inputs.
    inputs: HashSet<FileId>,
    keeps_inputs: bool,
    /// An input that an output would have replaced.
    found: Option<Overwrite>,
    /// Temporary files of other runs. An input is removed from this list.
    orphans: HashMap<FileId, PathBuf>,
}

/// An output that the command line names.
#[derive(Debug)]
struct NamedOutput {
    path: PathBuf,
    is_stdout: bool,
    /// The file that standard output is redirected to, with its length.
    stream: Option<(FileId, u64)>,
}

impl NamedOutput {
    fn of(path: &Path) -> Self {
        if is_stdout(path) {
            return Self { path: STDOUT.into(), is_stdout: true, stream: FileId::of_stream(&io::stdout()) };
        }
        Self { path: path.to_owned(), is_stdout: false, stream: None }
    }

    /// Returns the file as it is now: another process may have replaced it.
    fn id(&self) -> Option<FileId> {
        if self.is_stdout { self.stream.as_ref().map(|(id, _)| id.clone()) } else { FileId::of(&self.path) }
    }

    /// Returns the file, pipe or socket that no other output may have. A device takes any number of outputs.
    fn exclusive_id(&self) -> Option<FileId> {
        if self.is_stdout { FileId::of_output_stream(&io::stdout()) } else { FileId::of_output(&self.path) }
    }

    /// Returns true if the file has content that the output could replace or be appended to.
    fn has_content(&self) -> bool {
        match &self.stream {
            Some((_, length)) => *length > 0,
            None => !self.is_stdout && existing_file::has_content(&self.path).unwrap_or(false),
        }
    }
}

/// An output that would replace an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Overwrite {
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
}

impl Overwrite {
    pub(super) fn message(&self) -> String {
        format!("the output '{}' would replace the input '{}'", self.output.display(), self.input.display())
    }
}

impl Overwrites {
    /// Ends the process with a usage error if two of these outputs are the same file or pipe, or if one is a named input.
    /// Devices are ignored.
    pub(crate) fn refuse<'p>(
        outputs: impl IntoIterator<Item = &'p Path>,
        inputs: impl IntoIterator<Item = &'p Path>,
    ) -> Self {
        let mut state = State::default();
        let mut ids = HashSet::new();
        for path in outputs {
            let output = NamedOutput::of(path);
            if output.exclusive_id().is_some_and(|id| !ids.insert(id)) {
                usage::refuse(&two_outputs(path));
            }
            state.named.push(output);
        }
        for path in inputs {
            let input = InputFile::new(path.to_owned(), InputFormat::Auto);
            let Some(id) = id_of(&input) else { continue };
            if let Some(output) = state.output_of(&id) {
                usage::refuse(&Overwrite { input: path.to_owned(), output }.message());
            }
            if is_present(&input) {
                state.inputs.insert(id);
            }
        }
        Self(Arc::new(Mutex::new(state)))
    }

    /// Keeps all inputs from now on, for outputs that become known later.
    pub(crate) fn keep_inputs(self) -> Self {
        self.state().keeps_inputs = true;
        self
    }

    /// Returns true if an output that the command line names has content that could be replaced or appended to.
    pub(super) fn named_outputs_have_content(&self) -> bool {
        self.state().named.iter().any(NamedOutput::has_content)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an input before it is read. Returns false if it was found in a folder and standard output is redirected to it.
    ///
    /// # Errors
    ///
    /// If an output would replace it.
    pub(crate) fn check(&self, file: &InputFile) -> Result<bool, InputErrorKind> {
        let Some(id) = id_of(file) else { return Ok(true) };
        let is_present = is_present(file);
        let mut state = self.state();
        state.orphans.remove(&id);
        match state.output_of(&id).or_else(|| state.output_at(file)) {
            None => {
                // An output may have the path of an input that is missing.
                if state.keeps_inputs && is_present {
                    state.inputs.insert(id);
                }
                Ok(true)
            }
            Some(output) if output == Path::new(STDOUT) && file.is_from_folder => Ok(false),
            Some(output) => {
                if is_present {
                    state.found.get_or_insert_with(|| Overwrite { input: file.path.clone(), output: output.clone() });
                    state.inputs.insert(id);
                }
                Err(InputErrorKind::IsOutput(output))
            }
        }
    }

    /// Adds an output in a folder.
    ///
    /// # Errors
    ///
    /// If it would replace an input, or if another output has the same path once links are resolved.
    pub(crate) fn add_output(&self, path: &Path) -> Result<(), InputErrorKind> {
        let (Some(id), Ok(target)) = (FileId::of(path), target_of(path)) else { return Ok(()) };
        let mut state = self.state();
        if state.inputs.contains(&id) {
            return Err(InputErrorKind::IsOutput(path.to_owned()));
        }
        let is_named = state.named.iter().any(|output| output.id().as_ref() == Some(&id));
        if is_named || state.outputs.get(&target).is_some_and(|other| other != path) {
            return Err(InputErrorKind::SameName(path.to_owned()));
        }
        state.outputs.insert(target, path.to_owned());
        state.replaced.insert(id, path.to_owned());
        Ok(())
    }

    /// Returns true if this canonical path is one of an output in a folder.
    pub(super) fn is_output(&self, target: &Path) -> bool {
        self.state().outputs.contains_key(target)
    }

    /// Forgets the file that an output is about to replace: the system may reuse its inode.
    pub(crate) fn forget_replaced(&self, path: &Path) {
        if let Some(id) = FileId::of(path) {
            self.state().replaced.remove(&id);
        }
    }

    /// Checks the output `path` just before a file is renamed to it.
    ///
    /// # Errors
    ///
    /// Returns the message of a usage error if it would replace an input or another output.
    pub(crate) fn check_rename(&self, path: &Path) -> Result<(), String> {
        let state = self.state();
        let Some(id) = FileId::of(path) else { return Ok(()) };
        if state.inputs.contains(&id) {
            let found = state.found.as_ref().filter(|found| FileId::of(&found.input).as_ref() == Some(&id));
            return Err(found.map_or_else(
                || format!("the output '{}' would replace an input", path.display()),
                Overwrite::message,
            ));
        }
        let is_other = |other: &Path| other != path && FileId::of(other).as_ref() == Some(&id);
        let is_of_other =
            || target_of(path).is_ok_and(|target| state.outputs.get(&target).is_some_and(|other| other != path));
        if state.named_paths().any(is_other) || is_of_other() { Err(two_outputs(path)) } else { Ok(()) }
    }

    /// Lists the temporary files in `folder`. [`remove_orphans`](Self::remove_orphans) removes those that no live process owns
    /// at the end of the run, when it is known that they are no inputs.
    pub(crate) fn list_orphans(&self, folder: &Path) {
        let orphans = temporary_files::orphans(folder);
        let mut state = self.state();
        for path in orphans {
            if let Some(id) = FileId::of(&path).filter(|id| !state.inputs.contains(id)) {
                state.orphans.insert(id, path);
            }
        }
    }

    /// Removes the listed temporary files. Errors are ignored.
    pub(crate) fn remove_orphans(&self) {
        for (id, path) in std::mem::take(&mut self.state().orphans) {
            if FileId::of(&path) == Some(id) {
                temporary_files::remove_if_orphan(&path);
            }
        }
    }
}

impl State {
    fn named_paths(&self) -> impl Iterator<Item = &Path> {
        self.named.iter().filter(|output| !output.is_stdout).map(|output| output.path.as_path())
    }

    /// Returns the output that is this file. Another process may have replaced it, and the system reuses its inode.
    fn output_of(&self, id: &FileId) -> Option<PathBuf> {
        let named = self.named.iter().find(|output| output.id().as_ref() == Some(id)).map(|output| &output.path);
        let in_folder = || self.replaced.get(id).filter(|path| FileId::of(path).as_ref() == Some(id));
        named.or_else(in_folder).cloned()
    }

    /// Returns the output in a folder whose path leads to the same file as the path of an input, whether the output is written
    /// already or not.
    fn output_at(&self, file: &InputFile) -> Option<PathBuf> {
        if self.outputs.is_empty() {
            return None;
        }
        self.outputs.get(&target_of(file.local_path()?).ok()?).cloned()
    }
}

/// Returns the file that is read for an input.
fn id_of(file: &InputFile) -> Option<FileId> {
    if is_stdin(&file.path) {
        return FileId::of_stream(&io::stdin()).map(|(id, _)| id);
    }
    FileId::of(file.local_path()?)
}

/// Returns true if the file that is read for an input exists.
pub(super) fn is_present(file: &InputFile) -> bool {
    file.local_path().is_none_or(Path::exists)
}

fn two_outputs(path: &Path) -> String {
    format!("two outputs would be written to '{}'", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn input(path: &Path) -> InputFile {
        InputFile::new(path.to_owned(), InputFormat::Auto)
    }

    #[test]
    fn finds_a_file_by_any_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "text").expect("a file");
        let mut spellings = vec![path("a"), path("./a"), path("../").join(folder.path()).join("a")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", path("link")).expect("a link");
            std::os::unix::fs::symlink("link", path("second")).expect("a link");
            fs::hard_link(path("a"), path("hard")).expect("a link");
            spellings.extend([path("link"), path("second"), path("hard")]);
        }
        for spelling in &spellings {
            let files = Overwrites::default().keep_inputs();
            assert!(files.check(&input(&path("a"))).is_ok() && files.add_output(&path("b")).is_ok());
            assert!(files.add_output(spelling).is_err(), "{}", spelling.display());
            assert!(files.check_rename(spelling).is_err(), "{}", spelling.display());
            let files = Overwrites::default();
            assert!(files.add_output(spelling).is_ok());
            let found = files.check(&input(&path("a")));
            assert!(matches!(found, Err(InputErrorKind::IsOutput(output)) if output == *spelling));
        }
        assert_eq!(FileId::of(&path("./no")), FileId::of(&path("no")));
        assert!(FileId::of(&path("no")).is_some() && FileId::of(folder.path()).is_none());
    }

    #[test]
    #[cfg(unix)]
    fn a_dangling_link_is_its_target() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("target", path("link")).expect("a link");
        std::os::unix::fs::symlink("loop", path("loop")).expect("a link");
        assert!(FileId::of(&path("link")) == FileId::of(&path("target")) && FileId::of(&path("loop")).is_none());
        let files = Overwrites::default();
        assert!(files.add_output(&path("target")).is_ok());
        assert!(files.check_rename(&path("link")).is_err_and(|message| message.contains("two outputs")));
    }

    /// Another run replaced an output, and a later file had its inode: it was refused.
    #[test]
    #[cfg(unix)]
    fn a_reused_inode_is_not_an_output() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "text").expect("a file");
        let files = Overwrites::default();
        assert!(files.add_output(&path("a")).is_ok());
        fs::rename(path("a"), path("b")).expect("renamed");
        fs::write(path("a"), "text").expect("a file");
        assert!(files.check(&input(&path("b"))).is_ok() && files.check_rename(&path("b")).is_ok());
    }

    #[test]
    fn an_input_is_no_orphan() {
        let folder = tempfile::tempdir().expect("a folder");
        let [read, orphan] = [".tagrake-abcdef", ".tagrake-Orphan"].map(|name| folder.path().join(name));
        for path in [&read, &orphan] {
            fs::write(path, "text").expect("a file");
        }
        let files = Overwrites::default();
        files.list_orphans(folder.path());
        assert!(files.check(&input(&read)).is_ok_and(|is_read| is_read));
        files.remove_orphans();
        assert!(read.exists() && !orphan.exists());
    }
}
