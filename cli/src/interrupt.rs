//! Interrupted runs: temporary files are removed, and a message says how much was read.

use crate::files;
use crate::output::complain;
use crate::summary::plural;

/// The exit status of an interrupted run.
const INTERRUPTED: i32 = 130;

/// From now on, an interrupt (`SIGINT`, `SIGTERM`, `SIGHUP`) removes the temporary files, prints that the
/// run was interrupted, followed by what `after` returns, and ends the process. A signal that was ignored when the process
/// started stays ignored: that is what `nohup` relies on.
pub(crate) fn end_process(after: impl Fn() -> String + Send + 'static) {
    let end = move || -> () {
        // Holds the lock, so that no file is renamed or created meanwhile.
        let removed = files::remove_unfinished();
        let outputs = match removed.len() {
            0 => String::new(),
            count => format!("; {} removed", plural(count as u64, "unfinished output")),
        };
        complain(format_args!("interrupted{}{outputs}", after()));
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

    /// Calls `end` at the first interrupt, in a thread. If that thread cannot be started, interrupts end the process at once.
    pub(super) fn on_interrupt(end: impl Fn() + Send + 'static) {
        let signals: Vec<_> = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)).collect();
        let (send, is_installed) = mpsc::channel();
        let wait = move || {
            // Handlers are installed here: without this thread they would swallow signals.
            let signals = Signals::new(signals);
            let _ = send.send(()); // the other side waits
            if let Ok(mut signals) = signals
                && signals.forever().next().is_some()
            {
                end();
            }
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_ok() {
            let _ = is_installed.recv(); // the thread ended early
        }
    }

    /// Returns true if the process ignores the signal, or may have been started to ignore it.
    fn is_ignored(signal: i32) -> bool {
        match ignored_signals() {
            Some(mask) => mask >> (signal - 1) & 1 != 0,
            // Without a handler, `SIGHUP` does what it was set to do. Only the temporary file may remain.
            None => signal == SIGHUP,
        }
    }

    /// Returns the signals that the process ignores, bit 0 for signal 1; `None` where the system has no `/proc`. The standard
    /// library and safe crates cannot ask `sigaction`.
    fn ignored_signals() -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }
}

#[cfg(not(unix))]
mod system {
    /// Calls `end` at an interrupt.
    pub(super) fn on_interrupt(end: impl Fn() + Send + 'static) {
        // If there is a handler already, an interrupt does what that says.
        let _ = ctrlc::set_handler(end);
    }
}
