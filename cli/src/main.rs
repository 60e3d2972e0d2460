//! The command `tagrake`, as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    tagrake_cli::main(std::env::args_os()).into()
}
