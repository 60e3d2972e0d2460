//! The program `tagrake`: configures glibc's allocator and calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return_freed_memory();
    tagrake_cli::main(std::env::args_os()).into()
}

/// Has glibc return freed blocks of 256 KiB or more to the system.
///
/// By default, glibc raises this threshold up to 32 MiB when large blocks are freed, and then keeps such blocks in the
/// arena of each thread. Runs with eight threads then take at least twice the memory (docs/limits.md). glibc reads the
/// setting when the process starts, so the program replaces itself once, by `exec`. If `exec` fails or the variable is
/// already set, the program continues without it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_freed_memory() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const SETTING: &str = "MALLOC_MMAP_THRESHOLD_";
    if env::var_os(SETTING).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut arguments = env::args_os();
    let mut command = Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    // `exec` returns only on failure.
    let _ = command.args(arguments).env(SETTING, (256 << 10).to_string()).exec();
}
