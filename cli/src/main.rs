//! The command `tagrake`.

fn main() {}
