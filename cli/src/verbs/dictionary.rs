//! The dictionary of copied records: `--zstd-dictionary`.

use crate::report::messages::print_message;
use std::num::NonZeroU64;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::OutputOptions;
use tagrake_bulk::pipeline::{Extraction, RunOptions, train_dictionary};

/// Trains a dictionary from the first records of a run, and adds it to the extraction and the output. Prints a warning if there are
/// too few.
pub(super) fn with_dictionary(
    extraction: Extraction,
    output: OutputOptions,
    inputs: &Inputs,
    options: &RunOptions,
    limit: Option<NonZeroU64>,
) -> (Extraction, OutputOptions) {
    let dictionary = train_dictionary(inputs.clone(), options, limit.map_or(u64::MAX, NonZeroU64::get));
    if dictionary.is_none() {
        print_message("warning: the output has no dictionary: there are too few records to train one");
    }
    (extraction.with_dictionary(dictionary.clone()), output.with_dictionary(dictionary))
}
