//! Preprocessing the input stream.
