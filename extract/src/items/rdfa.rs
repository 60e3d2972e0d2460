//! The items of [RDFa](https://www.w3.org/TR/html-rdfa/): a resource about which the page makes statements.
//!
//! The rules are the [processing sequence of RDFa Core](https://www.w3.org/TR/rdfa-core/#s_sequence), with the rules of
//! HTML+RDFa. The evaluation context of an element is its entry in the list of open elements. `statements.rs` makes items of the
//! statements after the last token.
//!
//! Not supported: the language of texts, literals of markup (`rdf:XMLLiteral`, `rdf:HTML`, whose value is the text), and
//! lists: the values of `inlist` are values like others, in document order.

use super::attributes::{ElementKind, ItemAttributes, RdfaAttributes};
use super::curies::{IriMappings, Resource};
use super::item_text::TextRange;
use super::room::Room;
use super::statements::{PAGE, Statements, Value};
use bumpalo::Bump;
use bumpalo::collections::Vec;

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
    mappings: IriMappings<'a>,
}

/// The context and the texts that are open with an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open<'a> {
    /// The context for the elements inside, if the element changes it.
    pub(super) context: Option<EvaluationContext<'a>>,
    /// The statements whose value is the text of the element: the index of the first one, and their number.
    pub(super) text: Option<(usize, usize)>,
}

/// An element that makes statements, and the resources that its attributes name.
struct Stating<'e, 'a> {
    attributes: &'e ItemAttributes<'a>,
    mappings: IriMappings<'a>,
    /// The resource of `about`.
    about: Option<Resource<'a>>,
    /// The resource of `resource`, `href` or `src`.
    object: Option<Resource<'a>>,
    has_relations: bool,
    /// The value of its properties in `content` or `datetime`.
    content: Option<&'a str>,
    /// True if the value of its properties is `content` or its text, and no resource.
    is_literal: bool,
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
    pub(super) statements: Statements<'a>,
}

impl<'a> Rdfa<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { bump, statements: Statements::new(bump) }
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
        let mappings = self.mappings_of(attributes, outer.mappings, room);
        let changes_mappings =
            attributes.rdfa.prefix.or(attributes.rdfa.vocab).is_some() || !attributes.rdfa.namespaces.is_empty();
        if makes_no_statement(attributes) {
            let context = EvaluationContext { mappings, ..outer };
            return Open { context: changes_mappings.then_some(context), text: None };
        }
        self.statements.begin();
        let relations = relations(attributes, room);
        let element = self.stating(attributes, mappings, relations.clone().next().is_some());
        let roles = self.roles(&element, outer.parent, room);
        if let Some(resource) = roles.typed {
            for token in room.tokens(attributes.rdfa.type_of.unwrap_or_default()) {
                if let Some(iri) = mappings.property(token, self.bump) {
                    self.statements.state(resource, None, Value::Attribute(iri), room);
                }
            }
        }
        let mut incomplete = Vec::new_in(self.bump);
        for (token, is_reverse) in relations {
            let Some(property) = mappings.property(token, self.bump) else { continue };
            match roles.inner {
                Some(object) => self.relate(Incomplete { property, is_reverse }, roles.subject, object, room),
                None => incomplete.push(Incomplete { property, is_reverse }),
            }
        }
        let text = self.state_properties(&element, &roles, start, room);
        let Roles { subject, inner, is_skipped, .. } = roles;
        if !is_skipped {
            for &relation in outer.incomplete {
                self.relate(relation, outer.subject, subject, room);
            }
        }
        let parent = match inner {
            Some(resource) => resource,
            None => self.statements.resource(None, room),
        };
        let context = if is_skipped {
            EvaluationContext { mappings, ..outer }
        } else {
            EvaluationContext { parent, subject, incomplete: incomplete.into_bump_slice(), mappings }
        };
        let is_changed = !is_skipped && (parent != outer.parent || !outer.incomplete.is_empty())
            || !context.incomplete.is_empty()
            || changes_mappings;
        Open { context: is_changed.then_some(context), text }
    }

    /// Returns an element with a statement. `has_relations` is true if its `rel` and `rev` have tokens.
    fn stating<'e>(
        &self,
        attributes: &'e ItemAttributes<'a>,
        mappings: IriMappings<'a>,
        has_relations: bool,
    ) -> Stating<'e, 'a> {
        let RdfaAttributes { about, resource, property, rel, rev, datatype, .. } = attributes.rdfa;
        let content = attributes.content.or(attributes.datetime);
        let object = resource.and_then(|resource| mappings.resource(resource, self.bump));
        Stating {
            attributes,
            mappings,
            about: about.and_then(|about| mappings.resource(about, self.bump)),
            object: object.or(attributes.href.or(attributes.src).map(|url| Resource::Iri(url.trim_ascii()))),
            has_relations: match property {
                Some(_) => has_relations,
                None => rel.or(rev).is_some(),
            },
            content,
            is_literal: content.is_some() || datatype.is_some(),
        }
    }

    /// Returns the mappings in an element: the `outer` ones with its declarations.
    fn mappings_of(&self, attributes: &ItemAttributes<'a>, outer: IriMappings<'a>, room: &mut Room) -> IriMappings<'a> {
        let mut mappings = outer;
        for &(prefix, iri) in attributes.rdfa.namespaces {
            mappings.declare(prefix, iri, self.bump, room);
        }
        if let Some(prefixes) = attributes.rdfa.prefix {
            mappings.declare_all(prefixes, self.bump, room);
        }
        if let Some(vocabulary) = attributes.rdfa.vocab {
            mappings.set_vocabulary(vocabulary);
        }
        mappings
    }

    /// Decides what an element is about: steps 5 and 6 of the [processing
    /// sequence](https://www.w3.org/TR/rdfa-core/#s_sequence).
    fn roles(&mut self, element: &Stating<'_, 'a>, parent: usize, room: &mut Room) -> Roles {
        let &Stating { attributes, about, object, has_relations, is_literal, .. } = element;
        let is_typed = attributes.rdfa.type_of.is_some();
        // `html`, `head` and `body` are about the page, or what is around them, if they name no other resource.
        let default = match attributes.kind {
            ElementKind::Html => Some(PAGE),
            ElementKind::HeadOrBody => Some(parent),
            _ => None,
        };
        if has_relations {
            let subject = self.statements.resource_or(about, default.unwrap_or(parent), room);
            let has_new_object = object.is_some() || is_typed && about.is_none();
            let inner = has_new_object.then(|| self.statements.resource(object, room));
            let typed = if about.is_some() { Some(subject) } else { inner };
            Roles { subject, typed: typed.filter(|_| is_typed), inner, is_skipped: false }
        } else if attributes.rdfa.property.is_some() && !is_literal {
            let subject = self.statements.resource_or(about, default.unwrap_or(parent), room);
            let is_same = about.is_some() || default.is_some() && object.is_none();
            let typed = match (is_typed, is_same) {
                (false, _) => None,
                (true, true) => Some(subject),
                (true, false) => Some(self.statements.resource(object, room)),
            };
            Roles { subject, typed, inner: Some(typed.unwrap_or(subject)), is_skipped: false }
        } else {
            let resource = about.or(object);
            let is_new = resource.is_some() || default.is_none() && is_typed;
            let subject = if is_new { self.statements.resource(resource, room) } else { default.unwrap_or(parent) };
            let is_skipped = !is_new && default.is_none() && attributes.rdfa.property.is_none();
            Roles { subject, typed: is_typed.then_some(subject), inner: Some(subject), is_skipped }
        }
    }

    /// States the properties of an element, whose text starts at `start`. Returns the statements whose value is the text, as in
    /// [`Open`].
    fn state_properties(
        &mut self,
        element: &Stating<'_, 'a>,
        roles: &Roles,
        start: usize,
        room: &mut Room,
    ) -> Option<(usize, usize)> {
        let properties = element.attributes.rdfa.property?;
        let value = match element.object {
            _ if element.is_literal || element.has_relations => element.content.map(Value::Attribute),
            Some(_) => Some(Value::Resource(self.statements.resource(element.object, room))),
            None => roles.typed.filter(|_| element.about.is_none()).map(Value::Resource),
        };
        let first = self.statements.len();
        for token in room.tokens(properties) {
            if let Some(property) = element.mappings.property(token, self.bump) {
                let value = value.unwrap_or(Value::Text(TextRange { start, end: start }));
                self.statements.state(roles.subject, Some(property), value, room);
            }
        }
        let count = self.statements.len() - first;
        (value.is_none() && count > 0).then_some((first, count))
    }

    /// Ends an element, whose text ends at `end`.
    pub(super) fn close(&mut self, open: Open<'a>, end: usize) {
        let (first, count) = open.text.unwrap_or_default();
        self.statements.end_texts(first..first + count, end);
    }

    /// States a relation between two resources.
    fn relate(&mut self, relation: Incomplete<'a>, subject: usize, object: usize, room: &mut Room) {
        let (subject, object) = if relation.is_reverse { (object, subject) } else { (subject, object) };
        self.statements.state(subject, Some(relation.property), Value::Resource(object), room);
    }
}

/// Returns true if an element has none of the attributes that make statements or name resources.
fn makes_no_statement(attributes: &ItemAttributes<'_>) -> bool {
    let ItemAttributes { href, src, rdfa: RdfaAttributes { property, type_of, rel, rev, about, resource, .. }, .. } =
        attributes;
    [property, type_of, rel, rev, about, resource, href, src].into_iter().all(Option::is_none)
}

/// Returns the tokens of `rel` and `rev`, and true for `rev`. With `property`, tokens without a colon are link types of HTML,
/// such as `nofollow`, and are left out.
fn relations<'a>(
    attributes: &ItemAttributes<'a>,
    room: &mut Room,
) -> impl Iterator<Item = (&'a str, bool)> + Clone + use<'a> {
    let are_curies = attributes.rdfa.property.is_some();
    let rel = room.tokens(attributes.rdfa.rel.unwrap_or_default()).map(|token| (token, false));
    let rev = room.tokens(attributes.rdfa.rev.unwrap_or_default()).map(|token| (token, true));
    rel.chain(rev).filter(move |(token, _)| !are_curies || token.contains(':'))
}
