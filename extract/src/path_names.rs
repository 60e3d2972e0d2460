//! The names in a path of elements, as every row of the elements repeats them.

/// Maximum length of a path, in bytes.
const PATH_BYTES: usize = 96;

/// The names of an element and its ancestors, outermost first. The outermost ones are left out of a path that is longer than 96
/// bytes with its separators.
pub(crate) struct PathNames<'p> {
    /// A name and its separator have two bytes or more.
    names: [&'p str; PATH_BYTES.div_ceil(2)],
    first: usize,
}

impl<'p> PathNames<'p> {
    /// Takes the names, innermost first.
    pub(crate) fn of(innermost_first: impl Iterator<Item = &'p str>) -> Self {
        let mut path = Self { names: [""; PATH_BYTES.div_ceil(2)], first: PATH_BYTES.div_ceil(2) };
        let mut bytes = 0;
        for name in innermost_first {
            bytes += name.len() + 1;
            if bytes > PATH_BYTES + 1 || path.first == 0 {
                break;
            }
            path.first -= 1;
            path.names[path.first] = name;
        }
        path
    }

    /// Calls `push` with the pieces of the path: names, and slashes between them.
    pub(crate) fn each_piece(&self, mut push: impl FnMut(&'p str)) {
        for (index, name) in self.names[self.first..].iter().enumerate() {
            if index > 0 {
                push("/");
            }
            push(name);
        }
    }
}
