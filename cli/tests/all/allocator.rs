//! The configuration of the allocator.
use crate::support::command::{Folder, Printed};

/// With the default of several arenas, runs with eight threads take more memory than docs/guarantees.md says.
#[test]
fn jemalloc_has_one_arena() {
    let folder = Folder::new(&[]);
    let mut command = folder.command("--version");
    let printed = Printed::new("--version", command.env("_RJEM_MALLOC_CONF", "confirm_conf:true").output()).exits(0);
    assert!(printed.stderr.contains("<jemalloc>: -- Set conf value: narenas:1\n"), "{}", printed.stderr);
}
