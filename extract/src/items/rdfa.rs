//! The items of [RDFa](https://www.w3.org/TR/html-rdfa/): a resource about which the page makes statements.
//!
//! The rules are the [processing sequence of RDFa Core](https://www.w3.org/TR/rdfa-core/#s_sequence), with the rules of
//! HTML+RDFa. The evaluation context of an element is its entry in the list of open elements. Each statement keeps its
//! subject as the number of a resource; resources with the same URL become one item after the last token.
//!
//! Not supported: the language of texts, literals of markup (`rdf:XMLLiteral`, `rdf:HTML`, whose value is the text), and
//! lists: the values of `inlist` are values like others, in document order.

use super::attributes::{ElementKind, ItemAttributes};
use super::curies::{Names, Resource};
use super::item_text::TextRange;
use super::microdata::resolve_or_keep;
use super::room::{Room, TOKENS};
use crate::items::item::{Item, ItemProperty, ItemSource, ItemValue};
use crate::links::EmptyUrl;
use crate::links::Resolver;
use crate::text::strings::json_len;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use hashbrown::{DefaultHashBuilder, HashMap};

/// The number of the resource that is the page itself.
const PAGE: usize = 0;

/// A statement about a resource.
struct Statement<'a> {
    subject: usize,
    /// The IRI of the property. `None` if the value is a type.
    property: Option<&'a str>,
    value: Value<'a>,
}

#[derive(Clone, Copy)]
enum Value<'a> {
    Text(TextRange),
    Attribute(&'a str),
    Resource(usize),
}

/// A statement of `rel` or `rev` whose other resource is given by the elements inside.
#[derive(Clone, Copy, Debug)]
struct Incomplete<'a> {
    property: &'a str,
    is_reverse: bool,
}

/// The [evaluation context](https://www.w3.org/TR/rdfa-core/#evaluation-context) of the elements in an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EvaluationContext<'a> {
    /// The parent object.
    parent: usize,
    /// The parent subject, to which `incomplete` statements belong.
    subject: usize,
    incomplete: &'a [Incomplete<'a>],
    names: Names<'a>,
}

/// The context and the texts that are open with an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open<'a> {
    /// The context for the elements inside, if the element changes it.
    pub(super) context: Option<EvaluationContext<'a>>,
    /// The statements whose value is the text of the element: the index of the first one, and their number.
    pub(super) text: Option<(usize, usize)>,
}

/// The resources of an element.
struct Roles {
    /// The subject of its statements.
    subject: usize,
    /// The resource that has its types.
    typed: Option<usize>,
    /// The resource that the elements inside are about. `None` if they name it themselves.
    inner: Option<usize>,
    /// True if the element changes nothing for the elements inside.
    is_skipped: bool,
}

/// Collects the statements.
pub(super) struct Rdfa<'a> {
    bump: &'a Bump,
    /// The resources. `None` is a blank node without a name.
    resources: Vec<'a, Option<Resource<'a>>>,
    statements: Vec<'a, Statement<'a>>,
}

impl<'a> Rdfa<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { bump, resources: Vec::new_in(bump), statements: Vec::new_in(bump) }
    }

    /// Handles a start tag in the context `outer`. `start` is the position of its text.
    pub(super) fn start(
        &mut self,
        attributes: &ItemAttributes<'a>,
        outer: Option<EvaluationContext<'a>>,
        start: usize,
        room: &mut Room,
    ) -> Open<'a> {
        let outer = outer.unwrap_or_default();
        let mut names = outer.names;
        for &(prefix, iri) in &attributes.namespaces {
            names.declare(prefix, iri, self.bump, room);
        }
        if let Some(prefixes) = attributes.prefix {
            names.declare_all(prefixes, self.bump, room);
        }
        if let Some(vocabulary) = attributes.vocab {
            names.set_vocabulary(vocabulary);
        }
        let changes_names = attributes.prefix.or(attributes.vocab).is_some() || !attributes.namespaces.is_empty();
        let link = [attributes.about, attributes.resource, attributes.href, attributes.src];
        let is_plain = attributes.property.is_none()
            && attributes.type_of.is_none()
            && attributes.rel.is_none()
            && attributes.rev.is_none()
            && link.iter().all(Option::is_none);
        if is_plain {
            let context = EvaluationContext { names, ..outer };
            return Open { context: changes_names.then_some(context), text: None };
        }
        if self.resources.is_empty() {
            self.resources.push(Some(Resource::Iri(""))); // the page
        }
        // With `property`, terms in `rel` and `rev` are link types of HTML, such as `nofollow`.
        let is_relation = |token: &&str| attributes.property.is_none() || token.contains(':');
        let rel = room.tokens(attributes.rel.unwrap_or_default()).filter(is_relation);
        let rev = room.tokens(attributes.rev.unwrap_or_default()).filter(is_relation);
        let has_rel = match attributes.property {
            Some(_) => rel.clone().chain(rev.clone()).next().is_some(),
            None => attributes.rel.or(attributes.rev).is_some(),
        };
        let about = attributes.about.and_then(|about| names.resource(about, self.bump));
        let object = attributes.resource.and_then(|resource| names.resource(resource, self.bump));
        let object = object.or(attributes.href.or(attributes.src).map(|url| Resource::Iri(url.trim_ascii())));
        let content = attributes.content.or(attributes.datetime);
        let is_literal = content.is_some() || attributes.datatype.is_some();
        let Roles { subject, typed, inner, is_skipped } =
            self.roles(attributes, outer.parent, has_rel, is_literal, (about, object), room);
        if let Some(resource) = typed {
            for token in room.tokens(attributes.type_of.unwrap_or_default()) {
                if let Some(iri) = names.property(token, self.bump) {
                    self.state(resource, None, Value::Attribute(iri), room);
                }
            }
        }
        let mut incomplete = Vec::new_in(self.bump);
        for (token, is_reverse) in rel.map(|token| (token, false)).chain(rev.map(|token| (token, true))) {
            let Some(property) = names.property(token, self.bump) else { continue };
            match inner {
                Some(object) => self.relate(Incomplete { property, is_reverse }, subject, object, room),
                None => incomplete.push(Incomplete { property, is_reverse }),
            }
        }
        let mut text = None;
        if let Some(properties) = attributes.property {
            let value = if object.is_some() && !is_literal && !has_rel {
                Some(Value::Resource(self.resource(object, room)))
            } else if let Some(resource) = typed.filter(|_| !is_literal && !has_rel && about.is_none()) {
                Some(Value::Resource(resource))
            } else {
                content.map(Value::Attribute)
            };
            let first = self.statements.len();
            for token in room.tokens(properties) {
                if let Some(property) = names.property(token, self.bump) {
                    let value = value.unwrap_or(Value::Text(TextRange { start, end: start }));
                    self.state(subject, Some(property), value, room);
                }
            }
            let count = self.statements.len() - first;
            text = (value.is_none() && count > 0).then_some((first, count));
        }
        if !is_skipped {
            for &relation in outer.incomplete {
                self.relate(relation, outer.subject, subject, room);
            }
        }
        let parent = match inner {
            Some(resource) => resource,
            None => self.resource(None, room),
        };
        let context = if is_skipped {
            EvaluationContext { names, ..outer }
        } else {
            EvaluationContext { parent, subject, incomplete: incomplete.into_bump_slice(), names }
        };
        let is_changed = !is_skipped && (parent != outer.parent || !outer.incomplete.is_empty())
            || !context.incomplete.is_empty()
            || changes_names;
        Open { context: is_changed.then_some(context), text }
    }

    /// Decides what an element is about: steps 5 and 6 of the [processing
    /// sequence](https://www.w3.org/TR/rdfa-core/#s_sequence). `about` is the resource that it names as its subject, and
    /// `object` the one in its other attributes.
    fn roles(
        &mut self,
        attributes: &ItemAttributes<'a>,
        parent: usize,
        has_rel: bool,
        is_literal: bool,
        (about, object): (Option<Resource<'a>>, Option<Resource<'a>>),
        room: &mut Room,
    ) -> Roles {
        let is_typed = attributes.type_of.is_some();
        // `html`, `head` and `body` are about the page, or what is around them, if they name no other resource.
        let default = match attributes.kind {
            ElementKind::Html => Some(PAGE),
            ElementKind::HeadOrBody => Some(parent),
            _ => None,
        };
        if has_rel {
            let subject = self.resource_or(about, default.unwrap_or(parent), room);
            let has_new_object = object.is_some() || is_typed && about.is_none();
            let inner = has_new_object.then(|| self.resource(object, room));
            let typed = if about.is_some() { Some(subject) } else { inner };
            Roles { subject, typed: typed.filter(|_| is_typed), inner, is_skipped: false }
        } else if attributes.property.is_some() && !is_literal {
            let subject = self.resource_or(about, default.unwrap_or(parent), room);
            let is_same = about.is_some() || default.is_some() && object.is_none();
            let typed = match (is_typed, is_same) {
                (false, _) => None,
                (true, true) => Some(subject),
                (true, false) => Some(self.resource(object, room)),
            };
            Roles { subject, typed, inner: Some(typed.unwrap_or(subject)), is_skipped: false }
        } else {
            let resource = about.or(object);
            let is_new = resource.is_some() || default.is_none() && is_typed;
            let subject = if is_new { self.resource(resource, room) } else { default.unwrap_or(parent) };
            let is_skipped = !is_new && default.is_none() && attributes.property.is_none();
            Roles { subject, typed: is_typed.then_some(subject), inner: Some(subject), is_skipped }
        }
    }

    /// Ends an element, whose text ends at `end`.
    pub(super) fn close(&mut self, open: Open<'a>, end: usize) {
        let (first, count) = open.text.unwrap_or_default();
        for statement in &mut self.statements[first..first + count] {
            if let Value::Text(range) = &mut statement.value {
                range.end = end;
            }
        }
    }

    /// Returns the number of a resource. `None` is a new blank node.
    fn resource(&mut self, resource: Option<Resource<'a>>, room: &mut Room) -> usize {
        if !room.takes_item() {
            return PAGE;
        }
        self.resources.push(resource);
        self.resources.len() - 1
    }

    fn resource_or(&mut self, resource: Option<Resource<'a>>, default: usize, room: &mut Room) -> usize {
        resource.map_or(default, |resource| self.resource(Some(resource), room))
    }

    fn state(&mut self, subject: usize, property: Option<&'a str>, value: Value<'a>, room: &mut Room) {
        if room.takes_property() {
            self.statements.push(Statement { subject, property, value });
        }
    }

    /// States a relation between two resources.
    fn relate(&mut self, relation: Incomplete<'a>, subject: usize, object: usize, room: &mut Room) {
        let (subject, object) = if relation.is_reverse { (object, subject) } else { (subject, object) };
        self.state(subject, Some(relation.property), Value::Resource(object), room);
    }

    /// Appends the items to `items`.
    pub(super) fn finish(self, text: &'a str, resolver: &Resolver<'a>, items: &mut Vec<'a, Item<'a>>, room: &mut Room) {
        if self.statements.is_empty() {
            return;
        }
        let first_item = items.len();
        let resources = self.merge(resolver, room);
        // The items, in the order of their first statement. A blank node that is only a value is an item, too.
        let mut item_of = Vec::new_in(self.bump);
        item_of.resize(self.resources.len(), None);
        let mut subjects = Vec::new_in(self.bump);
        let mut add = |resource: usize| {
            if item_of[resource].is_none() {
                item_of[resource] = Some(subjects.len());
                subjects.push(resource);
            }
        };
        for statement in &self.statements {
            add(resources[statement.subject].0);
            if let Value::Resource(object) = statement.value
                && resources[object].1.is_none()
            {
                add(resources[object].0);
            }
        }
        let of_items = self.statements.iter().enumerate();
        let of_items = of_items.map(|(index, statement)| (item_of[resources[statement.subject].0], index));
        let mut order = Vec::from_iter_in(of_items, self.bump);
        order.sort_unstable();
        let mut order = order.into_iter().peekable();
        let mut parents = Vec::new_in(self.bump);
        parents.resize(subjects.len(), None);
        for (index, &resource) in subjects.iter().enumerate() {
            let (mut types, mut properties) = (Vec::new_in(self.bump), Vec::new_in(self.bump));
            while let Some((_, statement)) = order.next_if(|&(item, _)| item == Some(index)) {
                let Statement { property, value, .. } = self.statements[statement];
                let value = match value {
                    Value::Text(range) => ItemValue::Text(range.of(text)),
                    Value::Attribute(value) => ItemValue::Text(value),
                    Value::Resource(object) => match (item_of[resources[object].0], resources[object].1) {
                        (Some(item), _) => {
                            if item != index {
                                parents[item] = parents[item].or(Some(first_item + index));
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
            items.push(Item {
                source: ItemSource::Rdfa,
                parent: None,
                types: types.into_bump_slice(),
                id: resources[resource].1,
                properties: properties.into_bump_slice(),
            });
        }
        for (item, parent) in items[first_item..].iter_mut().zip(parents) {
            item.parent = parent;
        }
    }

    /// Resolves the URLs of the resources. Returns for each the first resource that is the same, and its URL.
    fn merge(&self, resolver: &Resolver<'a>, room: &mut Room) -> Vec<'a, (usize, Option<&'a str>)> {
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
            merged.push((first, iri));
        }
        merged
    }
}
