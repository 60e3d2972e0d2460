//! An index of compounds by a name, identifier, class or attribute that an element must have, so that a start tag is
//! tested against few of them, and without the tests that the key already decides.

use super::element::{Element, Test};
use super::syntax::Operator;
use super::values::{is_equal, words};
use alloc::boxed::Box;
use alloc::vec::Vec;
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use tagrake::Namespace;
use tagrake::names::Element as Name;

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

    /// Returns true if each HTML element with this key passes the test.
    fn implies(&self, test: &Test) -> bool {
        match (self, test) {
            (Self::Id(key), Test::Id(id)) => key == id,
            (Self::Class(key), Test::Class(class)) => key == class,
            (Self::Name(key), Test::Name(name)) => *key == name.lower && name.is_in(Namespace::Html),
            (Self::Attribute(key), Test::Attribute { name, operator: Operator::Exists, .. }) => {
                *key == name.lower && name.is_in(Namespace::Html)
            }
            _ => false,
        }
    }
}

/// The index. A compound may have several keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    always: Vec<Candidate>,
    names: Names,
    /// By [`Name`]: the index of its entry in `names` + 1, or 0.
    known_names: Vec<u32>,
    ids: Names,
    classes: Names,
    attributes: Names,
    /// True if a key is not ASCII. Names of attributes are then decoded, because NULL is U+FFFD in a name.
    decodes_names: bool,
    /// The number of distinct keys.
    keys: u32,
}

/// A compound that an element may match.
#[derive(Clone, Debug)]
struct Candidate {
    compound: CompoundId,
    /// The name of the element, if the tests ask for a known one. Otherwise `Other`.
    name: Name,
    /// The tests of the compound.
    tests: Box<[Test]>,
    /// The tests of an HTML element that neither the key nor the name implies.
    rest: Box<[Test]>,
}

impl Candidate {
    fn new(compound: CompoundId) -> Self {
        Self { compound, name: Name::Other, tests: Box::default(), rest: Box::default() }
    }

    fn build(&mut self, key: &Key, tests: &[Test]) {
        let known = |test: &Test| match test {
            Test::Name(name) if name.is_in(Namespace::Html) => Name::of(&name.lower),
            _ => Name::Other,
        };
        self.name = tests.iter().map(known).find(|name| *name != Name::Other).unwrap_or(Name::Other);
        let is_implied = |test: &&Test| key.implies(test) || self.name != Name::Other && known(test) == self.name;
        self.rest = tests.iter().filter(|test| !is_implied(test)).cloned().collect();
        self.tests = tests.into();
    }

    #[inline]
    fn passes(&self, element: &Element<'_, '_>) -> bool {
        if self.name != Name::Other && self.name != element.known {
            return false;
        }
        if element.namespace == Namespace::Html {
            self.rest.is_empty() || element.passes(&self.rest)
        } else {
            element.passes(&self.tests)
        }
    }
}

/// The memory of lookups, to count each key of an element once.
#[derive(Debug)]
pub(super) struct Seen<'a> {
    /// By key: the number of the last element that has it.
    keys: &'a mut [u32],
    /// The number of elements that were looked up.
    elements: u32,
}

impl<'a> Seen<'a> {
    pub(super) fn new_in(bump: &'a Bump, index: &Index) -> Self {
        Self { keys: bump.alloc_slice_fill_copy(index.keys as usize, 0), elements: 0 }
    }
}

impl Index {
    pub(super) fn add(&mut self, key: &Key, compound: CompoundId) {
        let (names, name) = match key {
            Key::Nothing => return self.always.push(Candidate::new(compound)),
            Key::Name(name) => (&mut self.names, name),
            Key::Attribute(name) => (&mut self.attributes, name),
            Key::Class(name) => (&mut self.classes, name),
            Key::Id(name) => (&mut self.ids, name),
        };
        names.add(name, compound, &mut self.keys);
    }

    /// Must be called after the last key was added. `tests` returns the tests of a compound.
    pub(super) fn build<'t>(&mut self, tests: impl Fn(CompoundId) -> &'t [Test]) {
        for candidate in &mut self.always {
            candidate.build(&Key::Nothing, tests(candidate.compound));
        }
        type MakeKey = fn(Box<[u8]>) -> Key;
        let kinds: [(&mut Names, MakeKey); 4] = [
            (&mut self.names, Key::Name),
            (&mut self.ids, Key::Id),
            (&mut self.classes, Key::Class),
            (&mut self.attributes, Key::Attribute),
        ];
        for (names, key) in kinds {
            names.build();
            for Entry { name, candidates, .. } in &mut names.entries {
                let key = key(name.clone());
                candidates.iter_mut().for_each(|candidate| candidate.build(&key, tests(candidate.compound)));
            }
        }
        self.known_names = alloc::vec![0; Name::ALL.len()];
        for (entry, number) in self.names.entries.iter().zip(1..) {
            let known = Name::of(&entry.name);
            if known != Name::Other {
                self.known_names[known as usize] = number;
            }
        }
        self.decodes_names = self.attributes.entries.iter().any(|entry| !entry.name.is_ascii());
    }

    /// Appends the compounds whose tests an element passes. A compound with several keys may be there more than once.
    #[inline]
    pub(super) fn look_up<'t>(
        &'t self,
        element: &Element<'t, '_>,
        seen: &mut Seen<'_>,
        found: &mut BumpVec<'_, CompoundId>,
    ) {
        let mut add = |candidates: &[Candidate]| {
            for candidate in candidates {
                if candidate.passes(element) {
                    found.push(candidate.compound);
                }
            }
        };
        add(&self.always);
        match (element.known, self.known_names[element.known as usize]) {
            (Name::Other, _) => self.names.for_each(element.name, false, |entry| add(&entry.candidates)),
            (_, 0) => {}
            (_, number) => add(&self.names.entries[number as usize - 1].candidates),
        }
        if !element.tags.is_empty() {
            self.look_up_attributes(element, seen, add);
        }
    }

    #[inline]
    fn look_up_attributes<'t>(
        &'t self,
        element: &Element<'t, '_>,
        seen: &mut Seen<'_>,
        mut add: impl FnMut(&[Candidate]),
    ) {
        seen.elements += 1;
        let Seen { keys, elements } = seen;
        let mut is_new = |entry: &Entry| core::mem::replace(&mut keys[entry.number as usize], *elements) != *elements;
        for attribute in element.tags.iter().flat_map(tagrake::StartTag::attributes) {
            let raw = attribute.raw_name();
            let name = if self.decodes_names { attribute.name() } else { raw };
            self.attributes.for_each(name, true, |entry| {
                if is_new(entry) {
                    element.keep(&entry.name, attribute);
                    add(&entry.candidates);
                }
            });
            let names = match raw.len() {
                2 if raw.eq_ignore_ascii_case(b"id") && !self.ids.is_empty() => &self.ids,
                5 if raw.eq_ignore_ascii_case(b"class") && !self.classes.is_empty() => &self.classes,
                _ => continue,
            };
            let mut add_value = |value: &[u8]| {
                names.for_each(value, element.quirks, |entry| {
                    if is_new(entry) {
                        add(&entry.candidates);
                    }
                });
            };
            let value = element.value_of(&attribute);
            if raw.len() == 2 { add_value(value) } else { words(value).for_each(add_value) }
        }
    }
}

/// Keys of one kind, by name.
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
    candidates: Vec<Candidate>,
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
        let candidate = Candidate::new(compound);
        if let Some(entry) = self.entries.iter_mut().find(|entry| *entry.name == *name) {
            return entry.candidates.push(candidate);
        }
        self.entries.push(Entry { name: name.into(), candidates: Vec::from([candidate]), number: *keys });
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

    /// Calls `call` for the entry of a name: with `ignores_case`, for all entries that differ in case only.
    #[inline(always)]
    fn for_each<'i>(&'i self, name: &[u8], ignores_case: bool, call: impl FnMut(&'i Entry)) {
        if Filter::place(name).is_some_and(|(word, bit)| self.filter.0[word] & bit != 0) {
            self.find(name, ignores_case, call);
        }
    }

    fn find<'i>(&'i self, name: &[u8], ignores_case: bool, mut call: impl FnMut(&'i Entry)) {
        let mut slot = self.slot(name);
        while let Some(index) = (self.slots[slot] as usize).checked_sub(1) {
            let entry = &self.entries[index];
            if is_equal(&entry.name, name, ignores_case) {
                call(entry);
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
