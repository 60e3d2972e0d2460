//! The insertion modes from "initial" to "after head", and "in template": the tags of a `template` follow the rules for
//! "in head".

use super::Character::WhiteSpace;
use super::Name::*;
use super::Token::{Character, End, Start};
use super::element::{Element, ElementKind};
use super::{InsertionMode, Tag, Token, TreeSim, TreeSink};

impl<T: TreeSink> TreeSim<T> {
    /// [Initial](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode)
    pub(super) fn initial(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.ignore(),
            _ => {
                self.quirks = true;
                self.nodes.set_quirks(true);
                self.reprocess_in(InsertionMode::BeforeHtml, token);
            }
        }
    }

    /// [Before html](https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode)
    pub(super) fn before_html(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.ignore(),
            Start(Html, _) => {
                self.merge_attributes(0);
                self.mode = InsertionMode::BeforeHead;
            }
            End(Head | Body | Html | Br, _) => self.reprocess_in(InsertionMode::BeforeHead, token),
            End(..) => self.ignore(),
            _ => self.reprocess_in(InsertionMode::BeforeHead, token),
        }
    }

    /// [Before head](https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode)
    pub(super) fn before_head(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.ignore(),
            Start(Html, _) => self.in_body(token),
            Start(Head, tag) => {
                self.insert_head(tag);
                self.mode = InsertionMode::InHead;
            }
            End(Head | Body | Html | Br, _) | Start(..) | Character(_) => {
                self.insert_head(&Tag::without_attributes(Head));
                self.reprocess_in(InsertionMode::InHead, token);
            }
            End(..) => self.ignore(),
        }
    }

    /// Inserts the `head` element, and sets the head element pointer.
    fn insert_head(&mut self, tag: &Tag<'_>) {
        let head = self.insert_html_element(tag);
        self.head_node = self.elements.node(head);
        self.head = true;
    }

    /// [In head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead)
    pub(super) fn in_head(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.insert_characters(),
            Start(Html, _) => self.in_body(token),
            Start(Base | Basefont | Bgsound | Link | Meta, tag) => self.insert_and_pop(tag),
            Start(Title | Noframes | Style | Script, tag) => self.parse_text_element(tag),
            Start(Noscript, tag) if self.scripting => self.parse_text_element(tag),
            Start(Noscript, tag) => {
                self.insert_html_element(tag);
                self.mode = InsertionMode::InHeadNoscript;
            }
            End(Head, _) => {
                self.pop();
                self.mode = InsertionMode::AfterHead;
            }
            Start(Template, tag) => {
                self.insert_html_element(tag);
                self.insert_marker();
                self.frameset_ok = false;
                self.mode = InsertionMode::InTemplate;
                self.template_modes.push(InsertionMode::InTemplate);
            }
            End(Template, _) if self.has_template() => {
                self.generate_all_implied_end_tags_thoroughly();
                // This also pops the current template insertion mode (`TreeSim::on_removed`).
                self.pop_until(&[Template]);
                self.clear_the_list_up_to_the_last_marker();
                self.reset_the_insertion_mode_appropriately();
            }
            Start(Head, _) => self.ignore(),
            End(Body | Html | Br, _) | Start(..) | Character(_) => {
                self.pop();
                self.reprocess_in(InsertionMode::AfterHead, token);
            }
            End(..) => self.ignore(),
        }
    }

    /// [In head noscript](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript)
    pub(super) fn in_head_noscript(&mut self, token: &Token<'_>) {
        match *token {
            Start(Html, _) => self.in_body(token),
            End(Noscript, _) => {
                self.pop();
                self.mode = InsertionMode::InHead;
            }
            Character(WhiteSpace) | Start(Basefont | Bgsound | Link | Meta | Noframes | Style, _) => {
                self.in_head(token);
            }
            Start(Head | Noscript, _) => self.ignore(),
            End(Br, _) | Start(..) | Character(_) => {
                self.pop();
                self.reprocess_in(InsertionMode::InHead, token);
            }
            End(..) => self.ignore(),
        }
    }

    /// [After head](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode)
    pub(super) fn after_head(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.insert_characters(),
            Start(Html, _) => self.in_body(token),
            Start(Body, tag) => {
                self.insert_html_element(tag);
                self.frameset_ok = false;
                self.mode = InsertionMode::InBody;
            }
            Start(Frameset, tag) => {
                self.insert_html_element(tag);
                self.mode = InsertionMode::InFrameset;
            }
            Start(Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title, _) => {
                let element = Element::new(ElementKind { name: Head, ..ElementKind::default() }, &[]);
                let head = self.push_inserted(element, self.head_node);
                self.in_head(token);
                if let Some(index) = self.stack_index(head) {
                    self.remove(index);
                }
            }
            End(Template, _) => self.in_head(token),
            Start(Head, _) => self.ignore(),
            End(Body | Html | Br, _) | Start(..) | Character(_) => {
                self.insert_html_element(&Tag::without_attributes(Body));
                self.frameset_ok = true;
                self.reprocess_in(InsertionMode::InBody, token);
            }
            End(..) => self.ignore(),
        }
    }

    /// [In template](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate)
    pub(super) fn in_template(&mut self, token: &Token<'_>) {
        match *token {
            Character(_) => self.in_body(token),
            Start(Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title, _)
            | End(Template, _) => self.in_head(token),
            Start(Caption | Colgroup | Tbody | Tfoot | Thead, _) => {
                self.reprocess_in_template_mode(InsertionMode::InTable, token);
            }
            Start(Col, _) => self.reprocess_in_template_mode(InsertionMode::InColumnGroup, token),
            Start(Tr, _) => self.reprocess_in_template_mode(InsertionMode::InTableBody, token),
            Start(Td | Th, _) => self.reprocess_in_template_mode(InsertionMode::InRow, token),
            Start(..) => self.reprocess_in_template_mode(InsertionMode::InBody, token),
            End(..) => self.ignore(),
        }
    }

    /// Replaces the current template insertion mode by `mode`, and reprocesses the token in it.
    fn reprocess_in_template_mode(&mut self, mode: InsertionMode, token: &Token<'_>) {
        if let Some(current) = self.template_modes.last_mut() {
            *current = mode;
        }
        self.reprocess_in(mode, token);
    }
}
