//! Links from tokens.
