//! Refuses outputs that would replace an input, before anything is written.

use crate::args::Args;
use crate::files;
use crate::input_args::InputArgs;
use crate::output_folder::OutputFolder;
use crate::stamp::FileId;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::{InputFile, is_stdin};

/// What messages call standard output.
const STDOUT: &str = "standard output";

/// The outputs of a run that have one name for all inputs, to find inputs that they would replace. Clones share them.
#[derive(Clone)]
pub(crate) struct Overwrites(Arc<HashMap<FileId, PathBuf>>);

impl Overwrites {
    /// Ends the command with a usage error if two of these outputs are one file, or if one is a named input. Pipes and
    /// devices replace nothing.
    pub(crate) fn refuse<'p>(
        outputs: impl IntoIterator<Item = &'p Path>,
        inputs: impl IntoIterator<Item = &'p Path>,
    ) -> Self {
        let mut ids = HashMap::new();
        for path in outputs {
            let (id, name) = match () {
                () if files::is_stdout(path) => (FileId::of_stdout(), Path::new(STDOUT)),
                () if files::is_special(path) => (None, path),
                () => (FileId::of(path), path),
            };
            if id.is_some_and(|id| ids.insert(id, name.to_owned()).is_some()) {
                Args::refuse(&format!("two outputs would be written to '{}'", path.display()));
            }
        }
        for path in inputs {
            let id = if is_stdin(path) { FileId::of_stdin() } else { FileId::of(path) };
            if let Some(output) = id.and_then(|id| ids.get(&id)) {
                refuse_input(path, output);
            }
        }
        Self(Arc::new(ids))
    }

    /// Does the same for the files of folders and manifests, and for outputs in a folder, if any output is there already.
    /// What cannot be listed twice is [checked](Self::check) when it is read.
    pub(crate) fn refuse_listed(&self, args: &InputArgs, outputs: &[&Path], folder: Option<&OutputFolder>) {
        let may_replace = outputs.iter().any(|path| path.exists()) || folder.is_some_and(OutputFolder::exists);
        if !may_replace || !args.can_be_listed_twice() {
            return;
        }
        for file in args.inputs().files().flatten() {
            let result = self.check(&file).and_then(|_| folder.map_or(Ok(()), |folder| folder.check(&file)));
            if let Err(InputErrorKind::IsOutput(output)) = result {
                refuse_input(&file.path, &output);
            }
        }
    }

    /// Returns true if a file is to be read: false for a file of a folder that standard output is written to.
    ///
    /// # Errors
    ///
    /// If an output would replace it.
    pub(crate) fn check(&self, file: &InputFile) -> Result<bool, InputErrorKind> {
        if self.0.is_empty() || is_stdin(&file.path) {
            return Ok(true);
        }
        match FileId::of(&file.path).and_then(|id| self.0.get(&id)) {
            None => Ok(true),
            Some(output) if output == Path::new(STDOUT) && file.is_from_folder => Ok(false),
            Some(output) => Err(InputErrorKind::IsOutput(output.clone())),
        }
    }
}

fn refuse_input(path: &Path, output: &Path) -> ! {
    let (path, output) = (path.display(), output.display());
    Args::refuse(&format!("the output '{output}' would replace the input '{path}'"))
}
