//! What is told on standard error while a run goes on.

use crate::output::complain;
use clap::ValueEnum;
use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use tagrake_bulk::pipeline::Counts;

/// How often something is told.
const INTERVAL: Duration = Duration::from_millis(250);
/// The same without a terminal, where it stays.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// Whether progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// If standard error is a terminal and standard output is not
    Auto,
    /// On a terminal, or as lines
    Always,
    Never,
}

/// Tells how far a run is.
pub(crate) struct Progress {
    form: Form,
    begin: Instant,
    last: Instant,
}

enum Form {
    Bar(ProgressBar),
    Lines,
    None,
}

impl Progress {
    /// Of a run over `total` bytes, if that is known.
    pub(crate) fn new(mode: ProgressMode, total: impl FnOnce() -> Option<u64>) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_bar = match mode {
            ProgressMode::Auto => is_terminal && !io::stdout().is_terminal(),
            ProgressMode::Always => is_terminal,
            ProgressMode::Never => false,
        };
        let form = match mode {
            _ if is_bar => Form::Bar(bar(total())),
            ProgressMode::Always => Form::Lines,
            _ => Form::None,
        };
        let now = Instant::now();
        Self { form, begin: now, last: now }
    }

    /// Returns how long the run goes on.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Tells what was read so far, if that was not told just now.
    pub(crate) fn tell(&mut self, counts: &Counts) {
        let interval = match self.form {
            Form::Bar(_) => INTERVAL,
            Form::Lines => LINE_INTERVAL,
            Form::None => return,
        };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let seconds = self.elapsed().as_secs_f64();
        let speed = Speed { counts, seconds };
        match &self.form {
            Form::Bar(bar) => {
                bar.set_position(counts.stored_bytes);
                bar.set_message(speed.to_string());
            }
            Form::Lines => {
                let bytes = BinaryBytes(counts.stored_bytes);
                complain(format_args!("{bytes} read, {} pages, {speed}", HumanCount(counts.pages)));
            }
            Form::None => {}
        }
    }

    /// Complains; what is told of progress stands behind it.
    pub(crate) fn complain(&self, message: impl fmt::Display) {
        match &self.form {
            Form::Bar(bar) => bar.suspend(|| complain(message)),
            Form::Lines | Form::None => complain(message),
        }
    }

    /// Takes away what is told.
    pub(crate) fn finish(&self) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {binary_bytes}/{binary_total_bytes}  {msg}  {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {binary_bytes}  {msg}  {elapsed}"),
    };
    // A template of ours has no error.
    if let Ok(style) = ProgressStyle::with_template(template) { bar.with_style(style) } else { bar }
}

/// How fast text was read.
struct Speed<'c> {
    counts: &'c Counts,
    seconds: f64,
}

impl fmt::Display for Speed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { counts, seconds } = self;
        let (pages, megabytes) = (counts.pages as f64 / seconds, counts.text_bytes as f64 / 1e6 / seconds);
        write!(formatter, "{pages:.0} pages/s, {megabytes:.0} MB/s")
    }
}
