//! The items of [microdata](https://html.spec.whatwg.org/multipage/microdata.html).
//!
//! The standard finds the [properties of an
//! item](https://html.spec.whatwg.org/multipage/microdata.html#the-properties-of-an-item) by crawling the tree from the
//! item. Here each property finds its item instead: the nearest ancestor with `itemscope`.
//!
//! `itemref` needs no tree either. The properties inside an element with an `id` are consecutive in the list of all
//! properties, so each of these elements has a range. The reference adds the properties of the range that
//! belong to the item around that element.

use super::attributes::{ElementKind, ItemAttributes};
use super::item_text::TextRange;
use super::room::Room;
use crate::items::item::{Item, ItemProperty, ItemSource, ItemValue};
use crate::links::{EmptyUrl, Resolver};
use crate::text::strings::json_len;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use hashbrown::{DefaultHashBuilder, HashMap};

/// An item as its tag declares it.
struct Scope<'a> {
    types: &'a str,
    id: Option<&'a str>,
    refs: Option<&'a str>,
}

/// A property, with all names of its `itemprop`.
struct Property<'a> {
    /// The index of the item around the element.
    scope: Option<usize>,
    names: &'a str,
    value: Value<'a>,
}

#[derive(Clone, Copy)]
enum Value<'a> {
    Text(TextRange),
    Attribute(&'a str),
    Url(&'a str),
    Item(usize),
}

/// An element with `id`: the properties inside it, the element itself included.
struct Identified<'a> {
    id: &'a str,
    scope: Option<usize>,
    first: usize,
    end: usize,
}

/// The item, the property and the range of properties that are open with an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    /// The item that the element starts.
    pub(super) item: Option<usize>,
    /// The property whose value is the text of the element.
    pub(super) text: Option<usize>,
    identified: Option<usize>,
}

/// Collects the items.
pub(super) struct Microdata<'a> {
    bump: &'a Bump,
    scopes: Vec<'a, Scope<'a>>,
    properties: Vec<'a, Property<'a>>,
    identified: Vec<'a, Identified<'a>>,
    has_refs: bool,
}

impl<'a> Microdata<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self {
            bump,
            scopes: Vec::new_in(bump),
            properties: Vec::new_in(bump),
            identified: Vec::new_in(bump),
            has_refs: false,
        }
    }

    /// Handles a start tag in the item `scope`. `start` is the position of its text.
    pub(super) fn start(
        &mut self,
        attributes: &ItemAttributes<'a>,
        scope: Option<usize>,
        start: usize,
        room: &mut Room,
    ) -> Open {
        let mut open = Open::default();
        if let Some(id) = attributes.id
            && room.takes_item()
        {
            let first = self.properties.len();
            open.identified = Some(self.identified.len());
            self.identified.push(Identified { id, scope, first, end: first });
        }
        if attributes.microdata.itemscope && room.takes_item() {
            open.item = Some(self.scopes.len());
            let types = attributes.microdata.itemtype.unwrap_or_default();
            // An identifier is part of the vocabulary of the type.
            let id = attributes.microdata.itemid.filter(|_| !types.is_empty());
            self.has_refs |= attributes.microdata.itemref.is_some();
            self.scopes.push(Scope { types, id, refs: attributes.microdata.itemref });
        }
        if let Some(names) = attributes.microdata.itemprop.filter(|names| !names.trim_ascii().is_empty())
            && room.takes_property()
        {
            let value = match open.item {
                Some(item) => Value::Item(item),
                None if attributes.microdata.itemscope => return open, // there is no room for the item
                None => value_of(attributes, start),
            };
            if let Value::Text(_) = value {
                open.text = Some(self.properties.len());
            }
            self.properties.push(Property { scope, names, value });
        }
        open
    }

    /// Ends an element, whose text ends at `end`.
    pub(super) fn close(&mut self, open: Open, end: usize) {
        if let Some(property) = open.text.and_then(|index| self.properties.get_mut(index))
            && let Value::Text(range) = &mut property.value
        {
            range.end = end;
        }
        let end = self.properties.len();
        if let Some(identified) = open.identified.and_then(|index| self.identified.get_mut(index)) {
            identified.end = end;
        }
    }

    /// Appends the items to `items`.
    pub(super) fn finish(self, text: &'a str, resolver: &Resolver<'a>, items: &mut Vec<'a, Item<'a>>, room: &mut Room) {
        let first_item = items.len();
        let referenced = if self.has_refs { self.referenced(room) } else { Vec::new_in(self.bump) };
        let mut referenced = referenced.into_iter().peekable();
        // The properties of each item, in document order.
        let mut order = Vec::with_capacity_in(self.properties.len(), self.bump);
        let of_items = self.properties.iter().enumerate();
        order.extend(of_items.filter_map(|(index, property)| Some((property.scope?, index))));
        order.sort_unstable();
        let mut order = order.into_iter().peekable();
        items.resize(first_item + self.scopes.len(), Item::new(ItemSource::Microdata));
        for (index, scope) in self.scopes.iter().enumerate() {
            let mut indices = Vec::new_in(self.bump);
            while let Some((_, property)) = order.next_if(|&(scope, _)| scope == index) {
                indices.push(property);
            }
            let own = indices.len();
            while let Some((_, property)) = referenced.next_if(|&(scope, _)| scope == index) {
                indices.push(property);
            }
            if indices.len() > own {
                indices.sort_unstable();
                indices.dedup();
            }
            let mut properties = Vec::new_in(self.bump);
            for property in indices.iter().map(|&index| &self.properties[index]) {
                if !room.takes_values() {
                    break;
                }
                let value = self.resolve(property.value, text, resolver, first_item);
                let bytes = if let ItemValue::Text(text) = value { json_len(text) } else { 0 };
                let names = room.tokens(property.names);
                for (at, name) in names.clone().enumerate() {
                    let is_new = at == 0 || !names.clone().take(at).any(|earlier| earlier == name);
                    if is_new && (at == 0 || room.takes_property()) && room.takes_value(bytes + json_len(name)) {
                        properties.push(ItemProperty { name, value });
                    }
                }
                if let Value::Item(item) = property.value
                    && item != index
                {
                    items[first_item + item].parent.get_or_insert(first_item + index);
                }
            }
            let id = scope.id.map(str::trim_ascii).filter(|id| !id.is_empty() && room.takes_values());
            let id = id.map(|id| resolve_or_keep(resolver, id, EmptyUrl::Nowhere));
            let types = if room.takes_value(json_len(scope.types)) { scope.types } else { "" };
            let item = &mut items[first_item + index];
            item.types = Vec::from_iter_in(room.tokens(types), self.bump).into_bump_slice();
            item.id = id.filter(|id| room.takes_value(id.len()));
            item.properties = properties.into_bump_slice();
        }
    }

    /// Returns the items that have `itemref`, each with one property that the references add, sorted by item.
    fn referenced(&self, room: &mut Room) -> Vec<'a, (usize, usize)> {
        let mut by_id = HashMap::with_hasher_in(DefaultHashBuilder::default(), self.bump);
        for (index, identified) in self.identified.iter().enumerate() {
            by_id.entry(identified.id).or_insert(index);
        }
        let mut found = Vec::new_in(self.bump);
        for (item, scope) in self.scopes.iter().enumerate() {
            for id in room.tokens(scope.refs.unwrap_or_default()) {
                let Some(identified) = by_id.get(id).map(|&index| &self.identified[index]) else { continue };
                let range = identified.first..identified.end;
                if !room.takes_steps(range.len()) {
                    return found;
                }
                for index in range {
                    let is_added = self.properties[index].scope == identified.scope && identified.scope != Some(item);
                    if is_added && room.takes_property() {
                        found.push((item, index));
                    }
                }
            }
        }
        found
    }

    fn resolve(&self, value: Value<'a>, text: &'a str, resolver: &Resolver<'a>, first_item: usize) -> ItemValue<'a> {
        match value {
            Value::Text(range) => ItemValue::Text(range.of(text)),
            Value::Attribute(value) => ItemValue::Text(value),
            Value::Url(url) => ItemValue::Text(resolve_or_keep(resolver, url, EmptyUrl::Base)),
            Value::Item(item) => ItemValue::Item(first_item + item),
        }
    }
}

/// Returns the resolved URL, or the URL as written if it does not resolve.
pub(super) fn resolve_or_keep<'a>(resolver: &Resolver<'a>, url: &'a str, empty: EmptyUrl) -> &'a str {
    resolver.resolve(url, empty).url.unwrap_or(url)
}

/// Returns the [value of a property](https://html.spec.whatwg.org/multipage/microdata.html#concept-property-value) that
/// is not an item. Search engines also read `content` of other elements than `meta`, and so does this function.
fn value_of<'a>(attributes: &ItemAttributes<'a>, start: usize) -> Value<'a> {
    let url = |url: Option<&'a str>| url.map_or(Value::Attribute(""), Value::Url);
    let text = Value::Text(TextRange { start, end: start });
    match attributes.kind {
        ElementKind::Meta => Value::Attribute(attributes.content.unwrap_or_default()),
        ElementKind::Src => url(attributes.src),
        ElementKind::Href => url(attributes.href),
        ElementKind::Object => url(attributes.data),
        ElementKind::Value => Value::Attribute(attributes.value.unwrap_or_default()),
        ElementKind::Time if attributes.datetime.is_some() => Value::Attribute(attributes.datetime.unwrap_or_default()),
        _ => attributes.content.filter(|content| !content.is_empty()).map_or(text, Value::Attribute),
    }
}
