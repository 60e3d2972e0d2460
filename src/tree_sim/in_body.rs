//! The insertion modes "in body", "text", "after body" and "after after body".

use super::Character::{Null, Other, WhiteSpace};
use super::Name::{self, *};
use super::Token::{Character, End, Start};
use super::element::{ENDS_ITEM_SEARCH, NameKey, SPECIAL, Scope};
use super::element_table::Referrer;
use super::{InsertionMode, Tag, Token, TreeSim, TreeSink};
use crate::token::Namespace;

/// [`h1` to `h6`](https://html.spec.whatwg.org/multipage/sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements)
const HEADINGS: [Name; 6] = [H1, H2, H3, H4, H5, H6];

impl<T: TreeSink> TreeSim<T> {
    /// [In body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody)
    pub(super) fn in_body(&mut self, token: &Token<'_>) {
        match *token {
            Character(Null) => self.ignore(),
            Character(WhiteSpace) => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_characters();
            }
            Character(Other) => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_characters();
                self.frameset_ok = false;
            }
            Start(_, tag) => self.start_tag_in_body(tag),
            End(name, bytes) => self.end_tag_in_body(name, bytes),
        }
    }

    #[rustfmt::skip]
    fn start_tag_in_body(&mut self, tag: &Tag<'_>) {
        match tag.name {
            Html if self.has_template() => self.ignore(),
            Html => self.merge_attributes(0),
            Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title => {
                self.in_head(&Start(tag.name, tag));
            }
            Body if !self.has_body() || self.has_template() => self.ignore(),
            Body => {
                self.frameset_ok = false;
                self.merge_attributes(1);
            }
            Frameset if !self.has_body() || !self.frameset_ok => self.ignore(),
            Frameset => {
                if let Some(body) = self.open.get(1) {
                    self.nodes.detach(self.elements.node(body));
                }
                self.truncate(1);
                self.insert_html_element(tag);
                self.mode = InsertionMode::InFrameset;
            }
            Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset | Figcaption
            | Figure | Footer | Header | Hgroup | Main | Menu | Nav | Ol | P | Search | Section | Summary | Ul => {
                self.close_p_element_in_button_scope();
                self.insert_html_element(tag);
            }
            H1 | H2 | H3 | H4 | H5 | H6 => {
                self.close_p_element_in_button_scope();
                if self.current_node().is_one_of(&HEADINGS) {
                    self.pop();
                }
                self.insert_html_element(tag);
            }
            Pre | Listing => {
                self.close_p_element_in_button_scope();
                self.insert_html_element(tag);
                self.ignores_line_feed = true;
                self.frameset_ok = false;
            }
            Form if self.form.is_some() && !self.has_template() => self.ignore(),
            Form => {
                self.close_p_element_in_button_scope();
                let form = self.insert_html_element(tag);
                if !self.has_template() {
                    self.elements.add_reference(form, Referrer::Form);
                    self.form = Some(form);
                }
            }
            Li => self.insert_item(tag, [Li]),
            Dd | Dt => self.insert_item(tag, [Dd, Dt]),
            Plaintext => {
                self.close_p_element_in_button_scope();
                self.insert_html_element(tag);
                self.switch_the_tokenizer(tag);
            }
            Button => {
                if self.has_in_scope(Scope::Default, [Button]) {
                    self.generate_implied_end_tags();
                    self.pop_until(&[Button]);
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
                self.frameset_ok = false;
            }
            A => {
                if let Some((_, earlier)) = self.last_formatting_element(A) {
                    self.elements.add_reference(earlier, Referrer::Rule);
                    self.adoption_agency(A);
                    self.remove_formatting_element(earlier);
                    self.elements.remove_reference(earlier, Referrer::Rule);
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_formatting_element(tag);
            }
            B | Big | Code | Em | Font | I | S | Small | Strike | Strong | Tt | U => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_formatting_element(tag);
            }
            Nobr => {
                self.reconstruct_the_active_formatting_elements();
                if self.has_in_scope(Scope::Default, [Nobr]) {
                    self.adoption_agency(Nobr);
                    self.reconstruct_the_active_formatting_elements();
                }
                self.insert_formatting_element(tag);
            }
            Applet | Marquee | Object => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
                self.insert_marker();
                self.frameset_ok = false;
            }
            Table => {
                if !self.quirks {
                    self.close_p_element_in_button_scope();
                }
                self.insert_html_element(tag);
                self.frameset_ok = false;
                self.mode = InsertionMode::InTable;
            }
            Image => self.start_tag_in_body(&Tag { name: Img, bytes: b"img", view: tag.view }),
            Area | Br | Embed | Img | Keygen | Wbr => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_and_pop(tag);
                self.frameset_ok = false;
            }
            Input => {
                if self.has_in_scope(Scope::Default, [Select]) {
                    self.pop_until(&[Select]);
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_and_pop(tag);
                if !tag.is_hidden() {
                    self.frameset_ok = false;
                }
            }
            Param | Source | Track => self.insert_and_pop(tag),
            Hr => {
                self.close_p_element_in_button_scope();
                if self.has_in_scope(Scope::Default, [Select]) {
                    self.generate_implied_end_tags();
                }
                self.insert_and_pop(tag);
                self.frameset_ok = false;
            }
            Textarea => {
                self.ignores_line_feed = true;
                self.frameset_ok = false;
                self.parse_text_element(tag);
            }
            Xmp => {
                self.close_p_element_in_button_scope();
                self.reconstruct_the_active_formatting_elements();
                self.frameset_ok = false;
                self.parse_text_element(tag);
            }
            Iframe => {
                self.frameset_ok = false;
                self.parse_text_element(tag);
            }
            Noembed => self.parse_text_element(tag),
            Noscript if self.scripting => self.parse_text_element(tag),
            Select if self.has_in_scope(Scope::Default, [Select]) => {
                self.pop_until(&[Select]);
                self.ignore();
            }
            Select => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
                self.frameset_ok = false;
            }
            Option | Optgroup => {
                if self.has_in_scope(Scope::Default, [Select]) {
                    // An `option` leaves the `optgroup` open, an `optgroup` does not.
                    let left_open = if tag.name == Option { Optgroup } else { Name::Other };
                    self.generate_implied_end_tags_except(left_open);
                } else if self.current_node().is(Option) {
                    self.pop();
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
            }
            Rb | Rtc => {
                if self.has_in_scope(Scope::Default, [Ruby]) {
                    self.generate_implied_end_tags();
                }
                self.insert_html_element(tag);
            }
            Rp | Rt => {
                if self.has_in_scope(Scope::Default, [Ruby]) {
                    self.generate_implied_end_tags_except(Rtc);
                }
                self.insert_html_element(tag);
            }
            Math => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_foreign_element(Namespace::MathMl, tag);
            }
            Svg => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_foreign_element(Namespace::Svg, tag);
            }
            Caption | Col | Colgroup | Frame | Head | Tbody | Td | Tfoot | Th | Thead | Tr => self.ignore(),
            _ => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
            }
        }
    }

    #[rustfmt::skip]
    fn end_tag_in_body(&mut self, name: Name, bytes: &[u8]) {
        match name {
            Template => self.in_head(&End(name, bytes)),
            Body | Html => {
                if !self.has_in_scope(Scope::Default, [Body]) {
                    return self.ignore();
                }
                self.mode = InsertionMode::AfterBody;
                if name == Html {
                    self.process(&End(name, bytes));
                }
            }
            Address | Article | Aside | Blockquote | Button | Center | Details | Dialog | Dir | Div | Dl | Fieldset
            | Figcaption | Figure | Footer | Header | Hgroup | Listing | Main | Menu | Nav | Ol | Pre | Search | Section
            | Select | Summary | Ul => {
                self.close(name, Scope::Default);
            }
            Form => self.close_form(),
            P => {
                if !self.has_in_scope(Scope::Button, [P]) {
                    self.insert_html_element(&Tag::without_attributes(P));
                }
                self.close_p_element();
            }
            Li => {
                self.close(Li, Scope::ListItem);
            }
            Dd | Dt => {
                self.close(name, Scope::Default);
            }
            H1 | H2 | H3 | H4 | H5 | H6 => {
                if !self.has_in_scope(Scope::Default, HEADINGS) {
                    return self.ignore();
                }
                self.generate_implied_end_tags();
                self.pop_until(&HEADINGS);
            }
            A | B | Big | Code | Em | Font | I | Nobr | S | Small | Strike | Strong | Tt | U => {
                self.adoption_agency(name);
            }
            Applet | Marquee | Object => {
                if self.close(name, Scope::Default) {
                    self.clear_the_list_up_to_the_last_marker();
                }
            }
            Br => self.start_tag_in_body(&Tag::without_attributes(Br)),
            _ => self.any_other_end_tag(name, bytes),
        }
    }

    /// Returns true if the second element on the stack of open elements is a `body` element.
    fn has_body(&self) -> bool {
        self.open.get(1).is_some_and(|id| self.elements.kind(id).is(Body))
    }

    /// Closes the elements up to `name` if such an element is in `scope`. Otherwise ignores the token. Returns true if
    /// it was in scope.
    fn close(&mut self, name: Name, scope: Scope) -> bool {
        let closes = self.has_in_scope(scope, [name]);
        if closes {
            self.generate_implied_end_tags_except(name);
            self.pop_until(&[name]);
        } else {
            self.ignore();
        }
        closes
    }

    /// Processes a start tag `li`, `dd` or `dt`: closes the open element of `items`, and inserts the new element.
    fn insert_item<const N: usize>(&mut self, tag: &Tag<'_>, items: [Name; N]) {
        self.frameset_ok = false;
        let open = self.open.last_of(items);
        if let Some(index) = open.filter(|&index| !self.open.has_after(index, ENDS_ITEM_SEARCH)) {
            let name = self.elements.kind(self.open.ids()[index]).name;
            self.generate_implied_end_tags_except(name);
            self.pop_until(&[name]);
        }
        self.close_p_element_in_button_scope();
        self.insert_html_element(tag);
    }

    /// Removes an element from the list of active formatting elements and from the stack of open elements, if it is
    /// there.
    fn remove_formatting_element(&mut self, id: super::ElementId) {
        if let Some(index) = self.stack_index(id) {
            self.remove(index);
        }
        if let Some(at) = self.list_index(id) {
            self.remove_entry(at);
        }
    }

    /// Processes an end tag `form`.
    fn close_form(&mut self) {
        if self.has_template() {
            self.close(Form, Scope::Default);
            return;
        }
        let Some(form) = self.form.take() else { return self.ignore() };
        if let Some(index) = self.stack_index(form).filter(|&index| self.open.is_in_scope(index, Scope::Default)) {
            self.generate_implied_end_tags();
            self.remove(index);
        }
        self.elements.remove_reference(form, Referrer::Form);
    }

    /// [Any other end tag](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) in body.
    pub(super) fn any_other_end_tag(&mut self, name: Name, bytes: &[u8]) {
        let key = NameKey::of_element(name, bytes, true);
        let open = self.open.last_with_key(key, |index| self.elements[self.open.ids()[index]].is_named(name, bytes));
        match open.filter(|&index| !self.open.has_after(index, SPECIAL)) {
            Some(index) => {
                self.generate_implied_end_tags_except(name);
                self.truncate(index);
            }
            None => self.ignore(),
        }
    }

    /// [Text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata)
    pub(super) fn in_text(&mut self, token: &Token<'_>) {
        match token {
            End(..) => {
                self.pop();
                self.mode = self.original_mode;
            }
            Character(_) => self.insert_characters(),
            Start(..) => {}
        }
    }

    /// [After body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody)
    pub(super) fn after_body(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) | Start(Html, _) => self.in_body(token),
            End(Html, _) => self.mode = InsertionMode::AfterAfterBody,
            _ => self.reprocess_in(InsertionMode::InBody, token),
        }
    }

    /// [After after body](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode)
    pub(super) fn after_after_body(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) | Start(Html, _) => self.in_body(token),
            _ => self.reprocess_in(InsertionMode::InBody, token),
        }
    }
}

impl Tag<'_> {
    /// Returns true if this `input` is
    /// [hidden](https://html.spec.whatwg.org/multipage/input.html#hidden-state-(type=hidden)).
    pub(super) fn is_hidden(&self) -> bool {
        self.attribute(b"type").is_some_and(|value| value.eq_ignore_ascii_case(b"hidden"))
    }
}
