//! The receiver of the results of a run, and the error if it ends before its input does.

use super::counts::Counts;
use super::record_summary::RecordSummary;
use crate::cause::CauseCounts;
use crate::input::InputFile;
use crate::input::error::InputError;
use crate::output::{Block, OutputError};
use std::io;
use tagrake_archive::warc::Irregularity;

/// Receives the results of a run, in the order of the input. An error ends the run.
///
/// ```
/// use std::convert::Infallible;
/// use tagrake_bulk::input::Inputs;
/// use tagrake_bulk::output::Block;
/// use tagrake_bulk::pipeline::{Extraction, Run, RunOptions, RowSink};
/// use tagrake_bulk::{InputError, ReaderOptions};
///
/// struct Check(Vec<String>);
///
/// impl RowSink for Check {
///     type Error = Infallible;
///
///     fn rows(&mut self, block: Block) -> Result<Block, Infallible> {
///         Ok(block)
///     }
///
///     fn error(&mut self, error: &InputError) -> Result<(), Infallible> {
///         self.0.push(error.to_string());
///         Ok(())
///     }
/// }
///
/// let mut check = Check(Vec::new());
/// let run = Run::new(Extraction::nothing(ReaderOptions::default()), RunOptions::default());
/// run.read(Inputs::new(["no.warc"]), &mut check)?;
/// assert_eq!(check.0, ["no.warc: No such file or directory"]);
/// # Ok::<(), tagrake_bulk::pipeline::RunError<Infallible>>(())
/// ```
pub trait RowSink {
    /// The error that ends the run.
    type Error;

    /// Receives a block of rows. Returns a block whose memory can be reused.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn rows(&mut self, block: Block) -> Result<Block, Self::Error>;

    /// Called for each input that could not be read.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn error(&mut self, error: &InputError) -> Result<(), Self::Error> {
        let _ = error;
        Ok(())
    }

    /// Called for columns of the manifest with the name `manifest` that are not read. Each column is named once.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn other_columns(&mut self, manifest: &str, columns: &[String]) -> Result<(), Self::Error> {
        let _ = (manifest, columns);
        Ok(())
    }

    /// Called for each record and page, if [`RunOptions::summaries`](super::RunOptions::summaries) is set. Its errors may be
    /// passed before or after it.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn record(&mut self, record: &RecordSummary) -> Result<(), Self::Error> {
        let _ = record;
        Ok(())
    }

    /// Called after the results of a file with irregular records that are complete, with their counts by cause.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn irregular(&mut self, file: &InputFile, records: &CauseCounts<Irregularity>) -> Result<(), Self::Error> {
        let _ = (file, records);
        Ok(())
    }

    /// Called with the counts so far.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn progress(&mut self, counts: &Counts) -> Result<(), Self::Error> {
        let _ = counts;
        Ok(())
    }

    /// Called once if only `started` of `wanted` threads could be started. The run continues with those, or on the
    /// caller's thread if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn threads(&mut self, started: usize, wanted: usize, error: &io::Error) -> Result<(), Self::Error> {
        let _ = (started, wanted, error);
        Ok(())
    }

    /// Called before the results of `file`, if [`RunOptions::by_file`](super::RunOptions::by_file) is set.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn begin(&mut self, file: &InputFile) -> Result<(), Self::Error> {
        let _ = file;
        Ok(())
    }

    /// Called after the results of `file`, with its counts, if [`RunOptions::by_file`](super::RunOptions::by_file) is set.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), Self::Error> {
        let _ = (file, counts);
        Ok(())
    }
}

/// The reason why a run ended before its input did.
///
/// ```
/// use std::convert::Infallible;
/// use tagrake_bulk::pipeline::RunError;
///
/// assert_eq!(RunError::<Infallible>::Failed.to_string(), "some input could not be read");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError<E> {
    /// Some input could not be read, and the policy is [`ErrorPolicy::Fail`](super::ErrorPolicy::Fail). The error was
    /// passed to the sink.
    #[error("some input could not be read")]
    Failed,
    /// The sink returned an error.
    #[error("{0}")]
    Sink(E),
    /// Rows could not be encoded.
    #[error(transparent)]
    Output(OutputError),
    /// A thread panicked because of a bug in this program. Holds the message.
    #[error("an error in tagrake itself: {0}")]
    Panic(String),
}
