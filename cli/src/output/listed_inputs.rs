//! The check of inputs that are listed in folders, manifests and indexes, before anything is opened for writing.

use super::folder::OutputFolder;
use super::overwrites::{Overwrite, Overwrites, is_present};
use crate::report::usage;
use std::path::PathBuf;
use std::sync::Arc;
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::{FileCheck, InputFile, InputFormat, Inputs};

/// Ends the process with a usage error if an existing output is one of the listed inputs, or if an output in `folder` would
/// replace one. An input that does not exist yet is an error of that input, when it is read.
pub(crate) fn refuse_listed(overwrites: &Overwrites, inputs: Inputs, folder: Option<&OutputFolder>) {
    if !overwrites.named_outputs_have_content() && !folder.is_some_and(OutputFolder::may_replace) {
        return;
    }
    let files = overwrites.clone();
    let check: FileCheck = Arc::new(move |file| {
        refuse(file, files.check(file).map(|_| ()));
        Ok(true)
    });
    let mut last = None;
    for record in inputs.clone().checked_addresses(Some(check.clone())).flatten() {
        if last.as_ref() != Some(&record.file) {
            // The check ends the process, or returns true.
            let _ = check(&InputFile::new(PathBuf::from(&*record.file), InputFormat::Warc));
            last = Some(record.file);
        }
    }
    let inputs = Inputs { index: None, records: Vec::new(), ..inputs };
    for file in inputs.files().flatten() {
        refuse(&file, folder.map_or_else(|| overwrites.check(&file).map(|_| ()), |folder| folder.check(&file)));
    }
}

/// Ends the process with a usage error if the check of an input has found an output.
fn refuse(file: &InputFile, checked: Result<(), InputErrorKind>) {
    if let Err(InputErrorKind::IsOutput(output)) = checked
        && is_present(file)
    {
        usage::refuse(&Overwrite { input: file.path.clone(), output }.message());
    }
}
