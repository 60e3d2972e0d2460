//! Progress of a run on standard error: a bar, or lines.

use super::messages::print_message;
use clap::ValueEnum;
use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tagrake_bulk::pipeline::Counts;

/// Interval between updates of the bar.
const INTERVAL: Duration = Duration::from_millis(250);
/// Interval between progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// If standard error is a terminal and the rows do not go to the same terminal
    Auto,
    /// As a bar on a terminal, otherwise as lines
    Always,
    Never,
}

/// Shows the progress of a run.
pub(crate) struct Progress {
    form: Indicator,
    begin: Instant,
    last: Instant,
    /// The counts so far, shared with the handler of interrupts.
    counts: Arc<Mutex<Counts>>,
}

#[derive(Clone)]
enum Indicator {
    Bar(ProgressBar),
    Lines,
    None,
}

impl Progress {
    /// Starts the progress of a run over `total` bytes, if known. `is_in_way` returns true if the rows go to the same
    /// terminal.
    pub(crate) fn new(
        mode: ProgressMode,
        is_in_way: impl FnOnce() -> bool,
        total: impl FnOnce() -> Option<u64>,
    ) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let form = match mode {
            ProgressMode::Auto if is_terminal && !is_in_way() => Indicator::Bar(bar(total())),
            ProgressMode::Always if is_terminal => Indicator::Bar(bar(total())),
            ProgressMode::Always => Indicator::Lines,
            ProgressMode::Auto | ProgressMode::Never => Indicator::None,
        };
        let now = Instant::now();
        Self { form, begin: now, last: now, counts: Arc::default() }
    }

    /// Returns the time since the start of the run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Stores the counts so far, and shows them, at most once per interval.
    pub(crate) fn show(&mut self, counts: &Counts) {
        self.counts().clone_from(counts);
        let interval = match self.form {
            Indicator::Bar(_) => INTERVAL,
            Indicator::Lines => LINE_INTERVAL,
            Indicator::None => return,
        };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let rates = rates(counts, self.elapsed().as_secs_f64());
        match &self.form {
            Indicator::Bar(bar) => {
                bar.set_position(counts.stored_bytes);
                bar.set_message(rates);
            }
            Indicator::Lines => {
                let bytes = BinaryBytes(counts.stored_bytes);
                print_message(format_args!("{} pages, {bytes} {rates}", HumanCount(counts.pages)));
            }
            Indicator::None => {}
        }
    }

    /// Prints a message, above the bar if there is one.
    pub(crate) fn print_message(&self, message: impl fmt::Display) {
        self.without_bar(|| print_message(message));
    }

    /// Calls `print` while the bar is hidden.
    pub(crate) fn without_bar<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.form {
            Indicator::Bar(bar) => bar.suspend(print),
            Indicator::Lines | Indicator::None => print(),
        }
    }

    /// Returns the counts so far.
    pub(crate) fn counts(&self) -> MutexGuard<'_, Counts> {
        lock(&self.counts)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.form.finish();
    }

    /// Returns the end of an interrupted run: it removes the bar, and returns the text that `count` makes of the counts.
    pub(crate) fn interrupted(
        &self,
        count: impl Fn(&Counts) -> String + Send + 'static,
    ) -> impl Fn() -> String + Send + 'static {
        let (form, counts) = (self.form.clone(), self.counts.clone());
        move || {
            form.finish();
            format!(" after {}", count(&lock(&counts)))
        }
    }
}

impl Indicator {
    fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {binary_bytes}/{binary_total_bytes} {msg}, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {binary_bytes} {msg}, {elapsed}"),
    };
    // The templates are valid constants.
    let bar = if let Ok(style) = ProgressStyle::with_template(template) { bar.with_style(style) } else { bar };
    bar.with_message("read")
}

/// Returns the text after the number of bytes: their kind, bytes/s and pages/s.
fn rates(counts: &Counts, seconds: f64) -> String {
    let kind = if counts.members > 0 { "compressed" } else { "read" };
    let bytes = BinaryBytes((counts.stored_bytes as f64 / seconds) as u64);
    format!("{kind}, {bytes}/s, {:.0} pages/s", counts.pages as f64 / seconds)
}

/// Returns true if `output`, or standard output if it is `None`, is the terminal of standard error.
#[cfg(unix)]
pub(crate) fn is_terminal_of_stderr(output: Option<&Path>) -> bool {
    use std::fs::{self, File, Metadata};
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    fn metadata(file: impl AsFd) -> Option<Metadata> {
        File::from(file.as_fd().try_clone_to_owned().ok()?).metadata().ok()
    }
    let device = |metadata: Metadata| metadata.file_type().is_char_device().then(|| metadata.rdev());
    let output = match output {
        Some(path) if path == Path::new("/dev/tty") => return io::stderr().is_terminal(),
        Some(path) => fs::metadata(path).ok(),
        None => metadata(io::stdout()),
    };
    let output = output.and_then(device);
    output.is_some() && io::stderr().is_terminal() && output == metadata(io::stderr()).and_then(device)
}

/// Returns true if `output`, or standard output if it is `None`, may be the terminal of standard error.
#[cfg(not(unix))]
pub(crate) fn is_terminal_of_stderr(output: Option<&Path>) -> bool {
    output.is_none() && io::stdout().is_terminal()
}
