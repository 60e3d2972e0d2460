//! Searches short values from the end.

/// Returns the index of the last item for which `wanted` returns true.
pub fn last<T: Copy>(items: &[T], wanted: impl Fn(T) -> bool) -> Option<usize> {
    const AT_ONCE: usize = 32;
    if items.len() <= 8 {
        return items.iter().rposition(|&item| wanted(item));
    }
    let mut start = items.len();
    for chunk in items.rchunks(AT_ONCE) {
        start -= chunk.len();
        // PERF: no branch for each item, so that the compiler can use vector instructions.
        if chunk.iter().fold(false, |any, &item| any | wanted(item)) {
            return chunk.iter().rposition(|&item| wanted(item)).map(|at| start + at);
        }
    }
    None
}
