//! Interrupts: removes temporary files, prints the counts so far and ends the process with status 130.

use crate::output::file::remove_unfinished;
use crate::report::messages::{plural, print_message};

/// The exit status of an interrupted run.
const INTERRUPTED: i32 = 130;

/// Installs the handler of interrupts (`SIGINT`, `SIGTERM`, `SIGHUP`). It removes the temporary files, prints
/// `interrupted` and the text that `after` returns, and ends the process. A signal that was ignored when the process
/// started stays ignored, as
/// `nohup` requires.
pub(crate) fn end_process(after: impl Fn() -> String + Send + 'static) {
    let end = move || -> () {
        // The guard prevents other threads from creating or renaming files until the process ends.
        let removed = remove_unfinished();
        let outputs = match removed.len() {
            0 => String::new(),
            count => format!("; {} removed", plural(count as u64, "unfinished output")),
        };
        print_message(format_args!("interrupted{}{outputs}", after()));
        std::process::exit(INTERRUPTED);
    };
    system::on_interrupt(end);
}

#[cfg(unix)]
mod system {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::fs;
    use std::sync::mpsc;
    use std::thread;

    /// Calls `end` on the first interrupt, in a thread of its own. Without that thread, interrupts end the process
    /// immediately.
    pub(super) fn on_interrupt(end: impl Fn() + Send + 'static) {
        let signals: Vec<_> = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)).collect();
        let (send, is_installed) = mpsc::channel();
        let wait = move || {
            // Install the handlers here: if the thread did not start, they would swallow signals.
            let signals = Signals::new(signals);
            let _ = send.send(()); // the receiver waits for it
            if let Ok(mut signals) = signals
                && signals.forever().next().is_some()
            {
                end();
            }
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_ok() {
            let _ = is_installed.recv(); // fails only if the thread ended early
        }
    }

    /// Returns true if the process ignores the signal, or may have been started to ignore it.
    fn is_ignored(signal: i32) -> bool {
        match ignored_signals() {
            Some(mask) => mask >> (signal - 1) & 1 != 0,
            // Without a handler, `SIGHUP` keeps its inherited action. At worst the temporary file remains.
            None => signal == SIGHUP,
        }
    }

    /// Returns the ignored signals as a bit mask (bit 0 for signal 1); `None` on systems without `/proc`. There is no
    /// safe API for
    /// `sigaction`.
    fn ignored_signals() -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }
}

#[cfg(not(unix))]
mod system {
    /// Calls `end` on an interrupt.
    pub(super) fn on_interrupt(end: impl Fn() + Send + 'static) {
        // Fails only if another handler is installed. That one stays.
        let _ = ctrlc::set_handler(end);
    }
}
