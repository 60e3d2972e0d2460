//! The statements of RDFa about resources, and the items that they become.
//!
//! Each statement keeps its subject as the number of a resource; resources with the same URL become one item after the last token.

use super::curies::Resource;
use super::item_text::TextRange;
use super::microdata::resolve_or_keep;
use super::room::{Room, TOKENS};
use crate::items::item::{Item, ItemProperty, ItemSource, ItemValue};
use crate::links::{EmptyUrl, Resolver};
use crate::text::strings::json_len;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;
use hashbrown::{DefaultHashBuilder, HashMap};

/// The number of the resource that is the page itself.
pub(super) const PAGE: usize = 0;

/// A statement about a resource.
struct Statement<'a> {
    subject: usize,
    /// The IRI of the property. `None` if the value is a type.
    property: Option<&'a str>,
    value: Value<'a>,
}

/// The value of a statement.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Text(TextRange),
    Attribute(&'a str),
    Resource(usize),
}

/// A resource with its URL resolved.
struct Merged<'a> {
    /// The number of the first resource that is the same.
    first: usize,
    /// The IRI; `None` for a blank node.
    iri: Option<&'a str>,
}

/// The statements so far.
pub(super) struct Statements<'a> {
    bump: &'a Bump,
    /// The resources. `None` is a blank node without a name.
    resources: Vec<'a, Option<Resource<'a>>>,
    statements: Vec<'a, Statement<'a>>,
}

impl<'a> Statements<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { bump, resources: Vec::new_in(bump), statements: Vec::new_in(bump) }
    }

    /// Adds the page as the first resource, before the first statement.
    pub(super) fn begin(&mut self) {
        if self.resources.is_empty() {
            self.resources.push(Some(Resource::Iri("")));
        }
    }

    /// Returns the number of statements.
    pub(super) fn len(&self) -> usize {
        self.statements.len()
    }

    /// Ends the texts that are values of the statements in `range`.
    pub(super) fn end_texts(&mut self, range: Range<usize>, end: usize) {
        for statement in &mut self.statements[range] {
            if let Value::Text(range) = &mut statement.value {
                range.end = end;
            }
        }
    }

    /// Returns the number of a resource. `None` is a new blank node.
    pub(super) fn resource(&mut self, resource: Option<Resource<'a>>, room: &mut Room) -> usize {
        if !room.takes_item() {
            return PAGE;
        }
        self.resources.push(resource);
        self.resources.len() - 1
    }

    pub(super) fn resource_or(&mut self, resource: Option<Resource<'a>>, default: usize, room: &mut Room) -> usize {
        resource.map_or(default, |resource| self.resource(Some(resource), room))
    }

    pub(super) fn state(&mut self, subject: usize, property: Option<&'a str>, value: Value<'a>, room: &mut Room) {
        if room.takes_property() {
            self.statements.push(Statement { subject, property, value });
        }
    }

    /// Appends the items to `items`.
    pub(super) fn finish(self, text: &'a str, resolver: &Resolver<'a>, items: &mut Vec<'a, Item<'a>>, room: &mut Room) {
        if self.statements.is_empty() {
            return;
        }
        let first_item = items.len();
        let resources = self.merge(resolver, room);
        let (subjects, item_of) = self.subjects(&resources);
        let of_items = self.statements.iter().enumerate();
        let of_items = of_items.map(|(index, statement)| (item_of[resources[statement.subject].first], index));
        let mut order = Vec::from_iter_in(of_items, self.bump);
        order.sort_unstable();
        let mut order = order.into_iter().peekable();
        items.resize(first_item + subjects.len(), Item::new(ItemSource::Rdfa));
        for (index, &resource) in subjects.iter().enumerate() {
            let (mut types, mut properties) = (Vec::new_in(self.bump), Vec::new_in(self.bump));
            while let Some((_, statement)) = order.next_if(|&(item, _)| item == Some(index)) {
                let Statement { property, value, .. } = self.statements[statement];
                let value = match value {
                    Value::Text(range) => ItemValue::Text(range.of(text)),
                    Value::Attribute(value) => ItemValue::Text(value),
                    Value::Resource(object) => match (item_of[resources[object].first], resources[object].iri) {
                        (Some(item), _) => {
                            if item != index {
                                items[first_item + item].parent.get_or_insert(first_item + index);
                            }
                            ItemValue::Item(first_item + item)
                        }
                        (None, iri) => ItemValue::Text(iri.unwrap_or_default()),
                    },
                };
                let bytes = if let ItemValue::Text(text) = value { json_len(text) } else { 0 };
                if !room.takes_value(bytes + property.map_or(0, json_len)) {
                    continue;
                }
                match (property, value) {
                    (Some(name), _) => properties.push(ItemProperty { name, value }),
                    (None, ItemValue::Text(iri)) if types.len() < TOKENS && !types.contains(&iri) => types.push(iri),
                    (None, _) => room.is_exceeded |= types.len() >= TOKENS,
                }
            }
            let item = &mut items[first_item + index];
            item.types = types.into_bump_slice();
            item.id = resources[resource].iri;
            item.properties = properties.into_bump_slice();
        }
    }

    /// Returns the resources that are items, in the order of their first statement, and for each resource the index of its item
    /// among them. A blank node that is only a value is an item, too.
    fn subjects(&self, resources: &[Merged<'_>]) -> (Vec<'a, usize>, Vec<'a, Option<usize>>) {
        let mut subjects = Vec::new_in(self.bump);
        let mut item_of = Vec::new_in(self.bump);
        item_of.resize(resources.len(), None);
        let mut add = |resource: usize| {
            if item_of[resource].is_none() {
                item_of[resource] = Some(subjects.len());
                subjects.push(resource);
            }
        };
        for statement in &self.statements {
            add(resources[statement.subject].first);
            if let Value::Resource(object) = statement.value
                && resources[object].iri.is_none()
            {
                add(resources[object].first);
            }
        }
        (subjects, item_of)
    }

    /// Resolves the URLs of the resources.
    fn merge(&self, resolver: &Resolver<'a>, room: &mut Room) -> Vec<'a, Merged<'a>> {
        let mut first_of = HashMap::with_hasher_in(DefaultHashBuilder::default(), self.bump);
        let mut merged = Vec::with_capacity_in(self.resources.len(), self.bump);
        for (index, resource) in self.resources.iter().enumerate() {
            let resource = match *resource {
                Some(Resource::Iri(iri)) if room.takes_values() => {
                    let iri = resolve_or_keep(resolver, iri, EmptyUrl::Base);
                    Some(Resource::Iri(if room.takes_value(iri.len()) { iri } else { "" }))
                }
                Some(Resource::Iri(_)) => Some(Resource::Iri("")),
                other => other,
            };
            let first = resource.map_or(index, |resource| *first_of.entry(resource).or_insert(index));
            let iri = if let Some(Resource::Iri(iri)) = resource { Some(iri) } else { None };
            merged.push(Merged { first, iri });
        }
        merged
    }
}
