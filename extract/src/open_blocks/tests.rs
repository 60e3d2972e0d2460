//! Sequences of tags, and the elements that are open after them.

use super::Element::*;
use super::*;
use alloc::string::String;
use tagrake::tree_sim::{Inserted, OpenHandle, TreeSim};
use tagrake::{Arena, EndTag, Options, Sink, StartTag, tokenize_str_in};
use tagrake_testsupport::random::Random;

/// Handles tags such as `div` and `/div`, and returns the elements that are open afterwards.
fn open_after(tags: &str) -> String {
    let bump = Bump::new();
    let mut blocks = OpenBlocks::new(&bump);
    for tag in tags.split(' ') {
        if let Some(name) = tag.strip_prefix('/') {
            let element = Element::of(name.as_bytes());
            let form = if element == Form { blocks.end_form() } else { None };
            let height = form.map(|(height, _)| height).or_else(|| blocks.before_end(element));
            while height.is_some_and(|height| blocks.len() > height) {
                blocks.pop();
            }
            if let Some((_, Some(index))) = form {
                blocks.remove(index);
            }
            continue;
        }
        let element = Element::of(tag.as_bytes());
        blocks.update_template(element, tag.as_bytes());
        let before = blocks.before_start(element);
        while blocks.len() > before.height {
            blocks.pop();
        }
        if before.insert == Insert::Push {
            while let Some(part) = blocks.missing_part(element).filter(|_| matches!(element, Tr | Td | Th)) {
                blocks.push(part);
            }
            blocks.push(element);
            if element == Form {
                blocks.start_form();
            }
        }
    }
    let names = blocks.codes().iter().map(|&code| Element::ALL[usize::from(code)].as_str());
    names.collect::<alloc::vec::Vec<_>>().join(" ")
}

#[test]
fn start_tags_imply_end_tags() {
    let table = [
        ("div p p", "div p"),
        ("p div", "div"),
        ("p button div", "p button div"),
        ("p object p", "p object p"),
        ("ul li p li", "ul li"),
        ("ul li ul li", "ul li ul li"),
        ("ul li div li", "ul li"),
        ("ul li section li", "ul li section li"),
        ("dl dt dd", "dl dd"),
        ("h1 h2", "h2"),
        ("h1 div h2", "h1 div h2"),
        ("button button", "button"),
        ("select option option", "select option"),
        ("select optgroup option optgroup", "select optgroup"),
        ("select select", ""),
        ("select input", ""),
        ("option option", "option"),
        ("p hr", ""),
        ("p table", "p table"), // in quirks mode
    ];
    for (tags, open) in table {
        assert_eq!(open_after(tags), open, "{tags}");
    }
}

#[test]
fn table_parts_end_each_other() {
    let table = [
        ("table tr td p td", "table tbody tr td"),
        ("table td tr", "table tbody tr"),
        ("table tr td tbody", "table tbody"),
        ("table caption p tr", "table tbody tr"),
        ("table tr div td", "table tbody tr td"),
        ("table tr td table tr td /table", "table tbody tr td"),
        ("table tr td /div", "table tbody tr td"),
        ("table tr td div /tr", "table tbody"),
        ("table tr td object td", "table tbody tr td"),
        ("table tr table", "table"),
        ("table div table", "table"),
        ("table tr td table", "table tbody tr td table"),
        ("table form div", "table div"),
        ("td div tr", "div"),
        ("template td td", "template td"),
        ("template div td", "template div"),
    ];
    for (tags, open) in table {
        assert_eq!(open_after(tags), open, "{tags}");
    }
}

#[test]
fn end_tags_respect_scopes() {
    let table = [
        ("div p /div", ""),
        ("div object /div", "div object"),
        ("div table tr td /div", "div table tbody tr td"),
        ("ul li ul /li", "ul li ul"),
        ("ul li div /li", "ul"),
        ("p button /p", "p button"),
        ("h2 p /h4", ""),
        ("div legend div /legend", "div legend div"),
        ("div legend /legend", "div"),
        ("template object div /template", ""),
        ("form div /form p", "div p"),
        ("form p /form", ""),
        ("form form /form form", "form"),
        ("div /p /li /td /form /select", "div"),
    ];
    for (tags, open) in table {
        assert_eq!(open_after(tags), open, "{tags}");
    }
}

#[test]
fn ends_named_elements_by_name() {
    let bump = Bump::new();
    let mut blocks = OpenBlocks::new(&bump);
    blocks.push(Div);
    blocks.push_named(b"span");
    blocks.push_named(b"b");
    blocks.push(P);
    blocks.push_foreign(b"g", false, false);
    blocks.push_foreign(b"desc", true, true);
    blocks.push_named(b"i");
    assert_eq!(blocks.before_named_end(b"i"), Some((6, true)));
    assert_eq!(blocks.before_named_end(b"span"), None, "p is special");
    assert_eq!(blocks.before_named_end(b"b"), None, "desc ends scope");
    assert_eq!(blocks.before_foreign_end(b"g"), None, "i is HTML");
    blocks.pop();
    assert_eq!((blocks.before_foreign_end(b"g"), blocks.before_html()), (Some(4), 6));
    blocks.pop();
    assert_eq!((blocks.before_html(), blocks.before_named_end(b"b")), (4, Some((2, false))));
    blocks.pop();
    blocks.remove(2);
    assert_eq!((blocks.before_named_end(b"b"), blocks.before_end(Div), blocks.len()), (None, Some(0), 3));
}

/// Drives the stack and the simulator of tree construction with the same tags.
struct Both<'a> {
    blocks: OpenBlocks<'a>,
    tree: TreeSim,
    /// The elements of the stack; `None` for a part of a table whose start tag is missing.
    open: Vec<'a, core::option::Option<OpenHandle>>,
    /// The elements that the simulator opened, with their names.
    in_tree: Vec<'a, (OpenHandle, &'static str)>,
    /// True if a template has parts of a table. The stack opens and closes such parts, by simpler rules than the standard's.
    is_simplified: bool,
}

impl Both<'_> {
    fn close_above(&mut self, height: usize) {
        while self.blocks.len() > height {
            self.blocks.pop();
        }
        self.open.truncate(height);
    }

    /// Compares the open elements.
    fn compare(&mut self, html: &str) {
        self.in_tree.retain(|&(handle, _)| self.tree.is_open(handle));
        let names = self.blocks.codes().iter().map(|&code| Element::ALL[usize::from(code)].as_str());
        let on_stack = names.zip(&self.open).filter(|(_, handle)| handle.is_some()).map(|(name, _)| name);
        let in_tree = self.in_tree.iter().map(|(_, name)| *name);
        let bump = self.open.bump();
        let (on_stack, in_tree) = (Vec::from_iter_in(on_stack, bump), Vec::from_iter_in(in_tree, bump));
        assert_eq!(on_stack, in_tree, "{html}");
    }
}

impl<'a> Sink<'a> for Both<'a> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        let inserted = self.tree.insert(&tag);
        let element = Element::of(tag.name());
        if self.blocks.has_template() {
            self.blocks.update_template(element, tag.name());
            self.is_simplified |= self.blocks.templates.contains(&TemplateContent::TableParts);
        }
        let before = self.blocks.before_start(element);
        self.close_above(before.height);
        if before.insert == Insert::Push {
            while let Some(part) = self.blocks.missing_part(element).filter(|_| matches!(element, Tr | Td | Th)) {
                self.blocks.push(part);
                self.open.push(None);
            }
            self.blocks.push(element);
            if element == Form {
                self.blocks.start_form();
            }
            let handle = if let Inserted::Open(handle) = inserted { Some(handle) } else { None };
            assert!(handle.is_some() || self.is_simplified, "<{}> is not open", element.as_str());
            self.open.push(handle);
            self.in_tree.extend(handle.map(|handle| (handle, element.as_str())));
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tree.end_tag(tag.name());
        let element = Element::of(tag.name());
        if element == Form {
            let Some((height, form)) = self.blocks.end_form() else { return };
            self.close_above(height);
            if let Some(index) = form {
                self.blocks.remove(index);
                self.open.remove(index);
            }
        } else if let Some(height) = self.blocks.before_end(element) {
            self.close_above(height);
        }
    }
}

#[test]
fn the_stack_is_that_of_tree_construction_on_random_pages() {
    let (mut random, mut compared) = (Random::new(1), 0);
    for _ in 0..20_000 {
        let mut html = String::from("<body>");
        for _ in 0..random.below(16) {
            let element = Element::ALL[random.below(Element::ALL.len())];
            if !is_tracked(element) {
                continue;
            }
            html.push_str(if random.one_in(3) { "</" } else { "<" });
            html.push_str(element.as_str());
            html.push('>');
            let (arena, bump) = (Arena::new(), Bump::new());
            let mut both = Both {
                blocks: OpenBlocks::new(&bump),
                tree: TreeSim::new(false, MAX_OPEN),
                open: Vec::new_in(&bump),
                in_tree: Vec::new_in(&bump),
                is_simplified: false,
            };
            tokenize_str_in(&html, &Options::default(), &arena, &mut both);
            if both.is_simplified {
                break;
            }
            both.compare(&html);
            compared += 1;
        }
    }
    assert!(compared > 50_000, "{compared}");
}
