//! The fast path.
