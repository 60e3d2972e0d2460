//! Refuses outputs that would replace an input, before anything is written.

use crate::file_identity::FileId;
use crate::input_args::InputArgs;
use crate::output_file;
use crate::output_folder::OutputFolder;
use crate::usage;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::{InputFile, is_stdin};

/// The name of standard output in messages.
const STDOUT: &str = "standard output";

/// The outputs of a run other than those in an output folder. Finds inputs that they would replace. Clones share the
/// data.
#[derive(Clone)]
pub(crate) struct Overwrites(Arc<HashMap<FileId, PathBuf>>);

impl Overwrites {
    /// Ends the process with a usage error if two of these outputs are the same file, or if one is a named input. Pipes
    /// and devices are ignored.
    pub(crate) fn refuse<'p>(
        outputs: impl IntoIterator<Item = &'p Path>,
        inputs: impl IntoIterator<Item = &'p Path>,
    ) -> Self {
        let mut ids = HashMap::new();
        for path in outputs {
            let (id, name) = match () {
                () if output_file::is_stdout(path) => (FileId::of_stream(&io::stdout()), Path::new(STDOUT)),
                () if output_file::is_special(path) => (None, path),
                () => (FileId::of(path), path),
            };
            if id.is_some_and(|id| ids.insert(id, name.to_owned()).is_some()) {
                usage::refuse(&format!("two outputs would be written to '{}'", path.display()));
            }
        }
        for path in inputs {
            let id = if is_stdin(path) { FileId::of_stream(&io::stdin()) } else { FileId::of(path) };
            if let Some(output) = id.and_then(|id| ids.get(&id)) {
                refuse_input(path, output);
            }
        }
        Self(Arc::new(ids))
    }

    /// Also checks the files of input folders and manifests, and the outputs in `folder`, if any output exists already.
    /// Inputs that cannot be listed twice are [checked](Self::check) when they are read.
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

    /// Returns true if `file` must be read. False if it was found in a folder and standard output is redirected to it.
    ///
    /// # Errors
    ///
    /// If another output would replace it.
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
    usage::refuse(&format!("the output '{output}' would replace the input '{path}'"))
}
