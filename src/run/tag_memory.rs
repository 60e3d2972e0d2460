//! Memory for the attributes that the state machine collects for one tag.

use crate::token::AttributeRecord;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use hashbrown::{DefaultHashBuilder, HashSet};

/// A complete attribute of the tag in progress.
pub(crate) struct BuiltAttribute<'a> {
    /// The spans of the name and the value.
    pub(crate) record: AttributeRecord,
    pub(crate) name: &'a [u8],
    /// The name in the form in which names are compared. It differs from `name` if `name` is not valid UTF-8.
    pub(crate) compared_name: &'a [u8],
    pub(crate) value: &'a [u8],
}

/// The attributes of the tag in progress. Reused from tag to tag, because arena memory is not freed during a run.
pub(crate) struct TagMemory<'a> {
    pub(crate) attributes: Vec<'a, BuiltAttribute<'a>>,
    pub(crate) names: AttributeNames<'a>,
}

impl<'a> TagMemory<'a> {
    pub(crate) fn new(bump: &'a Bump) -> Self {
        Self { attributes: Vec::new_in(bump), names: AttributeNames { bump, set: None, uses_set: false } }
    }

    pub(crate) fn clear(&mut self) {
        self.attributes.clear();
        self.names.clear();
    }
}

/// The attribute names of a tag. Finds duplicates in time linear in the number of names.
pub(crate) struct AttributeNames<'a> {
    bump: &'a Bump,
    /// The names of the tag if `uses_set` is true; otherwise an empty set, or `None`. The hasher's seed is random, so
    /// that a page cannot make its names collide.
    set: Option<HashSet<&'a [u8], DefaultHashBuilder, &'a Bump>>,
    uses_set: bool,
}

impl<'a> AttributeNames<'a> {
    /// Up to this number of attributes, a new name is compared with each earlier name. Above it, the set is used.
    const MAX_COMPARED: usize = 16;
    /// The largest capacity of a set that the next tag reuses. Clearing a set takes time in proportion to its capacity.
    const MAX_REUSED_CAPACITY: usize = 2048;

    fn clear(&mut self) {
        self.uses_set = false;
        self.set = self.set.take().filter(|set| set.capacity() <= Self::MAX_REUSED_CAPACITY);
        if let Some(set) = &mut self.set {
            set.clear();
        }
    }

    /// Returns true if none of `attributes`, the earlier attributes of the tag, has the name `name`. If so, and if
    /// `is_kept`, adds the name to the set.
    pub(crate) fn is_new(&mut self, name: &'a [u8], attributes: &[BuiltAttribute<'a>], is_kept: bool) -> bool {
        if attributes.len() <= Self::MAX_COMPARED {
            return attributes.iter().all(|attribute| attribute.compared_name != name);
        }
        let set = self.set.get_or_insert_with(|| HashSet::with_hasher_in(DefaultHashBuilder::default(), self.bump));
        if !self.uses_set {
            set.extend(attributes.iter().map(|attribute| attribute.compared_name));
            self.uses_set = true;
        }
        if is_kept { set.insert(name) } else { !set.contains(name) }
    }
}
