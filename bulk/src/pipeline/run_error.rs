//! The reason why a run ended before its input did.

use crate::output::OutputError;

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
