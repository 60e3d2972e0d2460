//! The IRI mappings of RDFa: from terms and CURIEs, which are short names, to IRIs.
//!
//! Source: [RDFa Core](https://www.w3.org/TR/rdfa-core/#s_curieprocessing).

use super::room::Room;
use crate::text::strings::concat;
use bumpalo::Bump;

/// Prefixes of the [initial context](https://www.w3.org/2011/rdfa-context/rdfa-1.1), sorted, and prefixes of Open
/// Graph and Twitter cards, which pages use without declaring them.
#[rustfmt::skip]
const PREFIXES: &[(&str, &str)] = &[
    ("article", "http://ogp.me/ns/article#"),
    ("as", "https://www.w3.org/ns/activitystreams#"),
    ("book", "http://ogp.me/ns/book#"),
    ("cc", "http://creativecommons.org/ns#"),
    ("csvw", "http://www.w3.org/ns/csvw#"),
    ("ctag", "http://commontag.org/ns#"),
    ("dc", "http://purl.org/dc/terms/"),
    ("dc11", "http://purl.org/dc/elements/1.1/"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("dqv", "http://www.w3.org/ns/dqv#"),
    ("duv", "https://www.w3.org/ns/duv#"),
    ("fb", "http://ogp.me/ns/fb#"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("gr", "http://purl.org/goodrelations/v1#"),
    ("grddl", "http://www.w3.org/2003/g/data-view#"),
    ("ical", "http://www.w3.org/2002/12/cal/icaltzd#"),
    ("jsonld", "http://www.w3.org/ns/json-ld#"),
    ("ldp", "http://www.w3.org/ns/ldp#"),
    ("ma", "http://www.w3.org/ns/ma-ont#"),
    ("music", "http://ogp.me/ns/music#"),
    ("oa", "http://www.w3.org/ns/oa#"),
    ("odrl", "http://www.w3.org/ns/odrl/2/"),
    ("og", "http://ogp.me/ns#"),
    ("org", "http://www.w3.org/ns/org#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("profile", "http://ogp.me/ns/profile#"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("qb", "http://purl.org/linked-data/cube#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfa", "http://www.w3.org/ns/rdfa#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("rev", "http://purl.org/stuff/rev#"),
    ("rif", "http://www.w3.org/2007/rif#"),
    ("rr", "http://www.w3.org/ns/r2rml#"),
    ("schema", "http://schema.org/"),
    ("sd", "http://www.w3.org/ns/sparql-service-description#"),
    ("sioc", "http://rdfs.org/sioc/ns#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("skosxl", "http://www.w3.org/2008/05/skos-xl#"),
    ("sosa", "http://www.w3.org/ns/sosa/"),
    ("ssn", "http://www.w3.org/ns/ssn/"),
    ("time", "http://www.w3.org/2006/time#"),
    ("twitter", "https://dev.twitter.com/cards#"),
    ("v", "http://rdf.data-vocabulary.org/#"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    ("video", "http://ogp.me/ns/video#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("wdr", "http://www.w3.org/2007/05/powder#"),
    ("wdrs", "http://www.w3.org/2007/05/powder-s#"),
    ("xhv", XHTML_VOCABULARY),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// The IRIs of CURIEs without a prefix, such as `:next`.
const XHTML_VOCABULARY: &str = "http://www.w3.org/1999/xhtml/vocab#";

/// The terms of the initial context.
const TERMS: &[(&str, &str)] = &[
    ("describedby", "http://www.w3.org/2007/05/powder-s#describedby"),
    ("license", "http://www.w3.org/1999/xhtml/vocab#license"),
    ("role", "http://www.w3.org/1999/xhtml/vocab#role"),
];

/// Maximum number of prefixes that are declared by an element and its ancestors.
const MAX_PREFIXES: usize = 64;

/// The vocabulary and the prefixes that an element and its ancestors declare.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IriMappings<'a> {
    /// The IRI that terms are appended to.
    vocabulary: Option<&'a str>,
    /// The last declared prefix, which leads to the others.
    prefixes: Option<&'a Prefix<'a>>,
}

/// A declared prefix.
#[derive(Debug)]
struct Prefix<'a> {
    name: &'a str,
    iri: &'a str,
    /// The number of prefixes declared before.
    count: usize,
    /// The last prefix declared before.
    before: Option<&'a Prefix<'a>>,
}

/// A resource, before URLs are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Resource<'a> {
    /// An IRI, or a URL relative to the base of the document.
    Iri(&'a str),
    /// A blank node with a name: `_:name`.
    Named(&'a str),
}

impl<'a> IriMappings<'a> {
    /// Sets the vocabulary. An empty one removes it.
    pub(super) fn set_vocabulary(&mut self, vocabulary: &'a str) {
        let vocabulary = vocabulary.trim_ascii();
        self.vocabulary = (!vocabulary.is_empty()).then_some(vocabulary);
    }

    /// Declares the prefixes of an attribute `prefix`: names with a colon, each followed by an IRI.
    pub(super) fn declare_all(&mut self, value: &'a str, bump: &'a Bump, room: &mut Room) {
        let mut tokens = room.tokens(value);
        while let Some(token) = tokens.next() {
            // Other tokens are errors. The prefixes after them still count.
            let name = token.strip_suffix(':').filter(|name| !name.is_empty() && *name != "_");
            if let Some(name) = name
                && let Some(iri) = tokens.next()
            {
                self.declare(name, iri, bump, room);
            }
        }
    }

    /// Declares a prefix.
    pub(super) fn declare(&mut self, name: &'a str, iri: &'a str, bump: &'a Bump, room: &mut Room) {
        let count = self.prefixes.map_or(0, |last| last.count + 1);
        if count >= MAX_PREFIXES {
            room.is_exceeded = true;
            return;
        }
        self.prefixes = Some(bump.alloc(Prefix { name, iri, count, before: self.prefixes }));
    }

    /// Returns the IRI of a prefix.
    fn iri_of(&self, name: &str) -> Option<&'a str> {
        let mut prefixes = core::iter::successors(self.prefixes, |prefix| prefix.before);
        let declared = prefixes.find(|prefix| prefix.name.eq_ignore_ascii_case(name)).map(|prefix| prefix.iri);
        declared.or_else(|| PREFIXES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, iri)| iri))
    }

    /// Returns the IRI of a [term, CURIE or absolute IRI](https://www.w3.org/TR/rdfa-core/#P_term): a property or a
    /// type. `None` if it has none.
    pub(super) fn property(&self, token: &'a str, bump: &'a Bump) -> Option<&'a str> {
        if token.contains(':') {
            return match self.curie(token, bump) {
                Some(Resource::Iri(iri)) => Some(iri),
                Some(Resource::Named(_)) => None,
                None => is_absolute(token).then_some(token),
            };
        }
        let is_term = token.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_' || !first.is_ascii());
        match self.vocabulary {
            _ if !is_term => None,
            Some(vocabulary) => Some(concat([vocabulary, token], bump)),
            None => TERMS.iter().find(|(term, _)| term.eq_ignore_ascii_case(token)).map(|&(_, iri)| iri),
        }
    }

    /// Returns the resource of `about` or `resource`: a safe CURIE, a CURIE or a URL. `None` if a safe CURIE has none.
    pub(super) fn resource(&self, value: &'a str, bump: &'a Bump) -> Option<Resource<'a>> {
        let value = value.trim_ascii();
        match value.strip_prefix('[').and_then(|value| value.strip_suffix(']')) {
            Some(curie) => self.curie(curie, bump),
            None => Some(self.curie(value, bump).unwrap_or(Resource::Iri(value))),
        }
    }

    /// Returns the resource of a CURIE. `None` if the prefix is unknown.
    fn curie(&self, curie: &'a str, bump: &'a Bump) -> Option<Resource<'a>> {
        let (prefix, reference) = curie.split_once(':')?;
        match prefix {
            "_" => Some(Resource::Named(reference)),
            _ if reference.starts_with("//") => None,
            "" => Some(Resource::Iri(concat([XHTML_VOCABULARY, reference], bump))),
            _ => Some(Resource::Iri(concat([self.iri_of(prefix)?, reference], bump))),
        }
    }
}

/// Returns true if a token starts with the scheme of a URL.
fn is_absolute(token: &str) -> bool {
    token.split_once(':').is_some_and(|(scheme, _)| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;

    #[test]
    fn expands_terms_and_curies() {
        let (bump, mut room) = (Bump::new(), Room::default());
        let mut mappings = IriMappings::default();
        let expand =
            |mappings: &IriMappings<'static>, token| mappings.property(token, Box::leak(Box::new(Bump::new())));
        assert_eq!(expand(&mappings, "name"), None);
        assert_eq!(expand(&mappings, "License"), Some("http://www.w3.org/1999/xhtml/vocab#license"));
        assert_eq!(expand(&mappings, "OG:title"), Some("http://ogp.me/ns#title"));
        assert_eq!(expand(&mappings, "x:y"), Some("x:y"));
        assert_eq!(expand(&mappings, "http://e.org/p"), Some("http://e.org/p"));
        assert_eq!(expand(&mappings, "_:x"), None);
        let bump: &'static Bump = Box::leak(Box::new(bump));
        mappings.set_vocabulary(" http://schema.org/ ");
        mappings.declare_all("x: http://e.org/# bad og: http://e.org/og# end:", bump, &mut room);
        assert_eq!(expand(&mappings, "name"), Some("http://schema.org/name"));
        assert_eq!(expand(&mappings, "x:y"), Some("http://e.org/#y"));
        assert_eq!(expand(&mappings, "og:title"), Some("http://e.org/og#title"));
        assert_eq!(mappings.resource("[x:y]", bump), Some(Resource::Iri("http://e.org/#y")));
        assert_eq!(mappings.resource("[z:y]", bump), None);
        assert_eq!(mappings.resource("_:a", bump), Some(Resource::Named("a")));
        assert_eq!(mappings.resource("/p", bump), Some(Resource::Iri("/p")));
        assert!(!room.is_exceeded);
        mappings.declare_all(&*bump.alloc_str(&"p: http://e.org/ ".repeat(70)), bump, &mut room);
        assert!(room.is_exceeded);
    }

    #[test]
    fn prefixes_are_sorted() {
        assert!(PREFIXES.is_sorted_by(|(one, _), (other, _)| one < other));
        assert!(TERMS.is_sorted());
    }
}
