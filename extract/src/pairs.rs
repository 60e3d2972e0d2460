//! Pairs of a name and a value.

/// Names and values: the attributes of a `meta`, or properties.
pub(super) type Pairs<'a> = &'a [(&'a str, &'a str)];

/// Returns the first value with this name.
pub(super) fn find_value<'a>(pairs: Pairs<'a>, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(attr, _)| *attr == name).map(|(_, value)| *value)
}
