//! The tables of names agree with the standard: with html5lib's tests, html5ever and scraper.

use super::super::foreign_names::{NAMESPACED_ATTRIBUTES, SVG_ATTRIBUTES, SVG_ELEMENTS};
use super::super::values::IGNORE_CASE;
use super::select;
use crate::names::{Attr, Element};
use crate::url_attributes::find;
use crate::{LinkKind, Selectors};
use html5ever::driver::ParseOpts;
use html5ever::parse_document;
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use scraper::{ElementRef, Html, Selector};
use std::collections::BTreeSet;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;
use tagrake_testsupport::{pages, tree_construction};

/// The element with a capital letter that html5lib's tests do not have: the standard has it since 2019.
const ELEMENT_WITHOUT_TEST: &str = "feDropShadow";

/// Calls `call` with the names of elements and attributes in html5ever's tree.
fn for_each_name(html: &str, mut call: impl FnMut(&str, Vec<(String, String)>)) {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut open = Vec::<Handle>::from([dom.document.clone()]);
    while let Some(node) = open.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let attributes = attrs.borrow();
            let attributes =
                attributes.iter().map(|attribute| (attribute.name.ns.to_string(), attribute.name.local.to_string()));
            call(&name.local, attributes.collect());
        }
        open.extend(node.children.borrow().iter().rev().cloned());
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn capital_letters_are_as_in_the_tests_of_html5lib() {
    let (mut elements, mut attributes) = (BTreeSet::new(), BTreeSet::new());
    for test in tree_construction::tests() {
        for line in test.document.lines().filter_map(|line| line.strip_prefix("| ")) {
            let line = line.trim_start();
            let has_capital = |name: &str| {
                name.bytes().all(|byte| byte.is_ascii_alphabetic())
                    && name.bytes().any(|byte| byte.is_ascii_uppercase())
            };
            if let Some(name) = line.strip_prefix("<svg ").and_then(|name| name.strip_suffix('>')) {
                elements.extend(has_capital(name).then(|| name.to_string()));
            } else if let Some((name, _)) = line.split_once("=\"") {
                attributes.extend(has_capital(name).then(|| name.to_string()));
            }
        }
    }
    elements.insert(ELEMENT_WITHOUT_TEST.to_string());
    // The only one of MathML.
    assert!(attributes.remove("definitionURL"));
    assert_eq!(elements, SVG_ELEMENTS.iter().map(ToString::to_string).collect());
    assert_eq!(attributes, SVG_ATTRIBUTES.iter().map(ToString::to_string).collect());
}

#[test]
#[cfg_attr(miri, ignore = "html5ever casts integers to pointers, and Miri warns")]
fn names_are_adjusted_as_by_html5ever() {
    for name in SVG_ELEMENTS {
        let mut found = BTreeSet::new();
        for_each_name(&format!("<svg><{}>", name.to_ascii_uppercase()), |name, _| {
            found.insert(name.to_string());
        });
        assert!(found.contains(name), "{name}: {found:?}");
    }
    for (tag, names) in [("svg", &SVG_ATTRIBUTES[..]), ("math", &["definitionURL"])] {
        for name in names {
            let mut found = Vec::new();
            for_each_name(&format!("<{tag} {}=x>", name.to_ascii_lowercase()), |_, names| found.extend(names));
            assert_eq!(found, [(String::new(), name.to_string())]);
        }
    }
    for name in NAMESPACED_ATTRIBUTES {
        let name = std::str::from_utf8(name).expect("UTF-8");
        for_each_name(&format!("<svg {name}=x>"), |tag, names| {
            assert!(tag != "svg" || names.iter().all(|(namespace, _)| !namespace.is_empty()), "{name}: {names:?}");
        });
    }
    // Other prefixes and names have no namespace.
    for name in ["xlink:x", "xml:base", "xml:id", "xmlns:xml", "xmlns:svg", "lang", "href"] {
        for_each_name(&format!("<svg {name}=x>"), |_, names| {
            assert!(names.iter().all(|(namespace, _)| namespace.is_empty()), "{name}: {names:?}");
        });
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn values_ignore_case_as_in_scraper() {
    let mut names: BTreeSet<String> = IGNORE_CASE.iter().map(ToString::to_string).collect();
    for page in pages::all() {
        let html = Html::parse_document(&String::from_utf8_lossy(&page.html));
        for element in html.root_element().descendants().filter_map(ElementRef::wrap) {
            names.extend(element.value().attrs().map(|(name, _)| name.to_string()));
        }
    }
    // The attributes of HTML.
    names.extend(ATTRIBUTES.split_ascii_whitespace().map(String::from));
    names.retain(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !name.starts_with('-'));
    let mut ignoring = BTreeSet::new();
    for name in &names {
        let html = format!("<!DOCTYPE html><p {name}=x>");
        let selector = format!("[{name}=X]");
        let expected = Html::parse_document(&html).select(&Selector::parse(&selector).expect("a selector")).count();
        let selectors = Selectors::compile(&[&selector]).expect("a selector");
        assert_eq!(select(&html, &selectors, true, |matches| matches.of(0).len()), expected, "{name}");
        ignoring.extend((expected == 1).then(|| name.clone()));
    }
    assert_eq!(ignoring, IGNORE_CASE.iter().map(ToString::to_string).collect());
    assert!(names.len() > 250, "{}", names.len());
}

/// Attributes of HTML, and obsolete ones: <https://html.spec.whatwg.org/multipage/indices.html#attributes-3>.
const ATTRIBUTES: &str = "abbr accept accept-charset accesskey action allow allowfullscreen alpha alt as async autocapitalize \
    autocomplete autocorrect autofocus autoplay blocking charset checked cite class closedby color colorspace cols colspan \
    command commandfor content contenteditable controls coords crossorigin data datetime decoding default defer dir dirname \
    disabled download draggable enctype enterkeyhint fetchpriority for form formaction formenctype formmethod formnovalidate \
    formtarget headers headingoffset headingreset height hidden high href hreflang http-equiv id imagesizes imagesrcset inert \
    inputmode integrity is ismap itemid itemprop itemref itemscope itemtype kind label lang list loading loop low max maxlength \
    media method min minlength multiple muted name nomodule nonce novalidate open optimum pattern ping placeholder playsinline \
    popover popovertarget popovertargetaction poster preload readonly referrerpolicy rel required reversed rows rowspan sandbox \
    scope selected shadowrootclonable shadowrootcustomelementregistry shadowrootdelegatesfocus shadowrootmode \
    shadowrootserializable shape size sizes slot span spellcheck src srcdoc srclang srcset start step style tabindex target title \
    translate type usemap value width wrap writingsuggestions align alink allowtransparency archive axis background behavior \
    bgcolor border bordercolor bottommargin cellpadding cellspacing char charoff clear classid code codebase codetype compact \
    credits datafld dataformatas datapagesize datasrc declare direction event face frame frameborder framespacing hspace \
    language leftmargin link longdesc lowsrc manifest marginheight marginwidth methods nohref noresize noshade nowrap object \
    profile rev rightmargin rules scheme scrolling standby summary text topmargin urn valign valuetype version vlink vspace";

/// `:link` and the table of attributes that hold URLs agree about the elements that readers can follow.
#[test]
fn links_are_the_elements_whose_href_is_followed() {
    let is_followed = |element: &&Element| find(**element, Attr::Href).is_some_and(|url| url.kind == LinkKind::Nav);
    let followed: Vec<&str> = Element::ALL.iter().filter(is_followed).map(|element| element.as_str()).collect();
    let names = Element::NAMES.iter().chain(&["x-y"]);
    let html: String = names.map(|name| format!("<body><{name} href=x></{name}></body>")).collect();
    let link = Selectors::compile(&[":link"]).expect("a selector");
    let found: BTreeSet<String> = select(&html, &link, false, |matches| {
        matches.of(0).filter_map(|element| Some(element.tag()?.name_str().to_string())).collect()
    });
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), followed);
}
