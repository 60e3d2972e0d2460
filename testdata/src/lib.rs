//! Empty: the package exists for its `Cargo.lock`, which pins the packages with test data.
