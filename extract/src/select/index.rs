//! An index of compounds by a name, identifier, class or attribute that an element must have, so that a start tag is
//! tested against few of them.

use super::element::Element;
use super::values::words;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The number of a compound in a program.
pub(super) type CompoundId = u32;

/// A property that an element must have, so that a compound is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Id(Box<[u8]>),
    Class(Box<[u8]>),
    Attribute(Box<[u8]>),
    Name(Box<[u8]>),
    Nothing,
}

impl Key {
    /// Returns the preference: of several keys that an element must have, the highest is likely the rarest.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Name(_) => 1,
            Self::Attribute(_) => 2,
            Self::Class(_) => 3,
            Self::Id(_) => 4,
        }
    }
}

/// The index. A compound may have several keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    always: Vec<CompoundId>,
    names: Names,
    ids: Names,
    classes: Names,
    attributes: Names,
    /// The number of distinct keys.
    keys: u32,
}

impl Index {
    pub(super) fn add(&mut self, key: &Key, compound: CompoundId) {
        let (names, name) = match key {
            Key::Nothing => return self.always.push(compound),
            Key::Name(name) => (&mut self.names, name),
            Key::Attribute(name) => (&mut self.attributes, name),
            Key::Class(name) => (&mut self.classes, name),
            Key::Id(name) => (&mut self.ids, name),
        };
        names.add(name, compound, &mut self.keys);
    }

    /// Must be called after the last key was added.
    pub(super) fn build(&mut self) {
        for names in [&mut self.names, &mut self.ids, &mut self.classes, &mut self.attributes] {
            names.build();
        }
    }

    /// Returns the number of keys.
    pub(super) fn keys(&self) -> usize {
        self.keys as usize
    }

    /// Appends the compounds that have a key of the element. `seen` has an entry for each key, and `stamp` is different
    /// for each element: a key that an element has several times counts once.
    pub(super) fn look_up(&self, element: &Element<'_, '_>, seen: &mut [u32], stamp: u32, found: &mut Vec<CompoundId>) {
        found.extend_from_slice(&self.always);
        let mut add = |names: &Names, name: &[u8]| {
            if let Some(entry) = names.look_up(name)
                && core::mem::replace(&mut seen[entry.number as usize], stamp) != stamp
            {
                found.extend_from_slice(&entry.compounds);
            }
        };
        add(&self.names, element.name);
        if !(self.attributes.is_empty() && self.ids.is_empty() && self.classes.is_empty()) {
            for attribute in element.tags.iter().flat_map(tagrake::StartTag::attributes) {
                let raw = attribute.raw_name();
                if self.attributes.may_hold(raw) {
                    add(&self.attributes, attribute.name());
                }
                if raw.eq_ignore_ascii_case(b"class") {
                    if !self.classes.is_empty() {
                        words(element.value_of(&attribute)).for_each(|word| add(&self.classes, word));
                    }
                } else if raw.eq_ignore_ascii_case(b"id") && !self.ids.is_empty() {
                    add(&self.ids, element.value_of(&attribute));
                }
            }
        }
    }
}

/// Keys of one kind, by name, without case.
#[derive(Clone, Debug, Default)]
struct Names {
    entries: Vec<Entry>,
    /// A bit for the first and the last byte, in the word for the length.
    filter: Filter,
    /// The indexes of the entries + 1, by hash; 0 is an empty slot. The length is a power of two.
    slots: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Entry {
    name: Box<[u8]>,
    compounds: Vec<CompoundId>,
    number: u32,
}

#[derive(Clone, Debug, Default)]
struct Filter([u64; 16]);

impl Filter {
    #[inline(always)]
    fn place(name: &[u8]) -> Option<(usize, u64)> {
        let (first, last) = (name.first()?, name.last()?);
        Some((name.len() % 16, 1 << ((first & 0x1F) + (last & 0x1F))))
    }
}

impl Names {
    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn add(&mut self, name: &[u8], compound: CompoundId, keys: &mut u32) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name.eq_ignore_ascii_case(name)) {
            return entry.compounds.push(compound);
        }
        self.entries.push(Entry { name: name.into(), compounds: Vec::from([compound]), number: *keys });
        *keys += 1;
    }

    fn build(&mut self) {
        self.slots = alloc::vec![0; (2 * self.entries.len()).next_power_of_two()];
        for (index, entry) in self.entries.iter().enumerate() {
            if let Some((word, bit)) = Filter::place(&entry.name) {
                self.filter.0[word] |= bit;
            }
            let mut slot = self.slot(&entry.name);
            while self.slots[slot] != 0 {
                slot = (slot + 1) % self.slots.len();
            }
            self.slots[slot] = index as u32 + 1;
        }
    }

    #[inline(always)]
    fn may_hold(&self, name: &[u8]) -> bool {
        Filter::place(name).is_some_and(|(word, bit)| self.filter.0[word] & bit != 0)
    }

    #[inline(always)]
    fn look_up(&self, name: &[u8]) -> Option<&Entry> {
        if self.may_hold(name) { self.find(name) } else { None }
    }

    fn find(&self, name: &[u8]) -> Option<&Entry> {
        let mut slot = self.slot(name);
        loop {
            let entry = &self.entries[(self.slots[slot] as usize).checked_sub(1)?];
            if entry.name.eq_ignore_ascii_case(name) {
                return Some(entry);
            }
            slot = (slot + 1) % self.slots.len();
        }
    }

    /// Returns the slot of a name by its FNV-1a hash in lower case. `slots` is not empty and has empty slots.
    fn slot(&self, name: &[u8]) -> usize {
        let hash = name.iter().fold(0x811C_9DC5_u32, |hash, byte| {
            (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
        });
        (hash ^ hash >> 16) as usize % self.slots.len()
    }
}
