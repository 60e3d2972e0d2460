//! Empty: the package exists for its `Cargo.lock`, which names the packages that carry test data.
