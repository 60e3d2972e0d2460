//! The program `tagrake`: chooses the allocator and calls the library.

use std::process::ExitCode;

/// glibc's allocator would either keep freed blocks for each thread, or return each large one to the system and fault its
/// pages in again. `jemalloc.c` has the configuration.
#[cfg(all(feature = "jemalloc", target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    tagrake_cli::main(std::env::args_os()).into()
}
