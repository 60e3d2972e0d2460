//! Progress of a run on standard error: a bar, or lines.

use super::messages::{plural, print_message};
use clap::ValueEnum;
use indicatif::{BinaryBytes, HumanDuration, ProgressBar, ProgressStyle};
use jiff::Timestamp;
use std::cell::LazyCell;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tagrake_bulk::pipeline::Counts;

/// Interval between updates of the bar.
const INTERVAL: Duration = Duration::from_millis(250);
/// Interval between lines that are requested.
const LINE_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between lines of a run whose messages go to a file or a pipe: a short run has none.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// As a bar on a terminal, unless the rows go to the same terminal; in a log, as a line each minute, unless --quiet is given
    Auto,
    /// As a bar on a terminal, otherwise as a line each 5 seconds
    Always,
    Never,
}

/// Shows the progress of a run.
pub(crate) struct Progress<'t> {
    form: Indicator,
    total: LazyTotal<'t>,
    begin: Instant,
    last: Instant,
    /// The counts so far, shared with the handler of interrupts.
    counts: Arc<Mutex<Counts>>,
}

#[derive(Clone)]
enum Indicator {
    Bar(ProgressBar),
    Lines(Duration),
    None,
}

/// The total, which is counted when it is first needed: a short run lists its files once.
type LazyTotal<'t> = LazyCell<Option<Total>, Box<dyn FnOnce() -> Option<Total> + 't>>;

/// The files of a run, and their size in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    pub(crate) files: u64,
    pub(crate) bytes: u64,
}

impl<'t> Progress<'t> {
    /// Starts the progress of a run over `total`, if known. `is_in_way` returns true if the rows go to the same terminal.
    pub(crate) fn new(
        mode: ProgressMode,
        is_quiet: bool,
        is_in_way: impl FnOnce() -> bool,
        total: impl FnOnce() -> Option<Total> + 't,
    ) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let total = LazyTotal::new(Box::new(total));
        let form = match mode {
            ProgressMode::Auto if is_terminal && !is_in_way() => Indicator::Bar(bar(*total)),
            ProgressMode::Always if is_terminal => Indicator::Bar(bar(*total)),
            ProgressMode::Always => Indicator::Lines(LINE_INTERVAL),
            ProgressMode::Auto if !is_terminal && !is_quiet => Indicator::Lines(LOG_INTERVAL),
            ProgressMode::Auto | ProgressMode::Never => Indicator::None,
        };
        let now = Instant::now();
        Self { form, total, begin: now, last: now, counts: Arc::default() }
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
            Indicator::Lines(interval) => interval,
            Indicator::None => return,
        };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        match &self.form {
            Indicator::Bar(bar) => {
                bar.set_position(counts.stored_bytes);
                bar.set_message(rates(counts, self.elapsed()));
            }
            Indicator::Lines(_) => print_message(line(counts, self.elapsed(), *self.total, Timestamp::now())),
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
            Indicator::Lines(_) | Indicator::None => print(),
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

fn bar(total: Option<Total>) -> ProgressBar {
    let (bar, template) = match total {
        Some(Total { bytes, .. }) => {
            (ProgressBar::new(bytes), "{wide_bar} {binary_bytes}/{binary_total_bytes} {msg}, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {binary_bytes} {msg}, {elapsed}"),
    };
    // The templates are valid constants.
    let bar = if let Ok(style) = ProgressStyle::with_template(template) { bar.with_style(style) } else { bar };
    bar.with_message("read")
}

/// Returns a line of a log: the time, the files, pages and bytes that are done, the rates, and about how long the rest takes.
fn line(counts: &Counts, elapsed: Duration, total: Option<Total>, now: Timestamp) -> String {
    let Counts { files, pages, stored_bytes, .. } = counts;
    let (files, of_bytes) = match total {
        None => (plural(*files, "file"), String::new()),
        Some(total) => {
            (format!("{files} of {}", plural(total.files, "file")), format!(" of {}", BinaryBytes(total.bytes)))
        }
    };
    let rest = total.and_then(|total| {
        let rest = total.bytes.saturating_sub(*stored_bytes) as f64 / *stored_bytes as f64;
        // No time follows from 0 bytes.
        let rest = Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest).ok()?;
        Some(format!(", about {} left", HumanDuration(rest)))
    });
    format!(
        "{now:.0}: {files}, {}, {}{of_bytes} {}{}",
        plural(*pages, "page"),
        BinaryBytes(*stored_bytes),
        rates(counts, elapsed),
        rest.unwrap_or_default()
    )
}

/// Returns the text after the number of bytes: their kind, bytes/s and pages/s.
fn rates(counts: &Counts, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_log_has_time_progress_rates_and_estimate() {
        let now = "2024-05-18T01:58:10.9Z".parse().expect("a time");
        let mut counts = Counts::default();
        (counts.files, counts.pages, counts.stored_bytes, counts.members) = (2, 12_000, 1 << 20, 3);
        let line = |total| line(&counts, Duration::from_secs(60), total, now);
        let done = "12000 pages, 1.00 MiB";
        assert_eq!(line(None), format!("2024-05-18T01:58:10Z: 2 files, {done} compressed, 17.07 KiB/s, 200 pages/s"));
        let total = Total { files: 8, bytes: 4 << 20 };
        assert_eq!(
            line(Some(total)),
            format!(
                "2024-05-18T01:58:10Z: 2 of 8 files, {done} of 4.00 MiB compressed, 17.07 KiB/s, 200 pages/s, about 3 minutes left"
            )
        );
    }
}
