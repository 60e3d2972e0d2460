//! The insertion modes from "in table" to "in cell".

use super::Character::{Null, Other, WhiteSpace};
use super::Name::*;
use super::Token::{Character, End, Start};
use super::element::Scope;
use super::element_table::Referrer;
use super::{InsertionMode, Tag, Token, TreeSim, TreeSink};

impl<T: TreeSink> TreeSim<T> {
    /// [In table](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable)
    pub(super) fn in_table(&mut self, token: &Token<'_>) {
        match *token {
            // "In table text".
            Character(character @ (Null | WhiteSpace)) if !self.fosters_table_text && self.holds_table_text() => {
                self.hold_characters(character);
            }
            Start(Caption, tag) => {
                self.clear_back_to(&[Table]);
                self.insert_marker();
                self.insert_html_element(tag);
                self.mode = InsertionMode::InCaption;
            }
            Start(Colgroup, tag) => {
                self.clear_back_to(&[Table]);
                self.insert_html_element(tag);
                self.mode = InsertionMode::InColumnGroup;
            }
            Start(Col, _) => {
                self.clear_back_to(&[Table]);
                self.insert_html_element(&Tag::without_attributes(Colgroup));
                self.reprocess_in(InsertionMode::InColumnGroup, token);
            }
            Start(Tbody | Tfoot | Thead, tag) => {
                self.clear_back_to(&[Table]);
                self.insert_html_element(tag);
                self.mode = InsertionMode::InTableBody;
            }
            Start(Td | Th | Tr, _) => {
                self.clear_back_to(&[Table]);
                self.insert_html_element(&Tag::without_attributes(Tbody));
                self.reprocess_in(InsertionMode::InTableBody, token);
            }
            Start(Table, _) if !self.has_in_scope(Scope::Table, [Table]) => self.ignore(),
            Start(Table, _) => {
                self.pop_until(&[Table]);
                self.reset_the_insertion_mode_appropriately();
                self.process(token);
            }
            End(Table, _) if !self.has_in_scope(Scope::Table, [Table]) => self.ignore(),
            End(Table, _) => {
                self.pop_until(&[Table]);
                self.reset_the_insertion_mode_appropriately();
            }
            End(Body | Caption | Col | Colgroup | Html | Tbody | Td | Tfoot | Th | Thead | Tr, _) => self.ignore(),
            Start(Style | Script | Template, _) | End(Template, _) => self.in_head(token),
            Start(Input, tag) if tag.is_hidden() => self.insert_and_pop(tag),
            Start(Form, _) if self.has_template() || self.form.is_some() => self.ignore(),
            Start(Form, tag) => {
                let form = self.insert_html_element(tag);
                self.elements.add_reference(form, Referrer::Form);
                self.form = Some(form);
                self.pop();
            }
            Start(..) | End(..) | Character(Null | WhiteSpace | Other) => {
                self.fosters_table_text |= matches!(token, Character(Other)) && self.holds_table_text();
                self.foster_parenting = true;
                self.in_body(token);
                self.foster_parenting = false;
            }
        }
    }

    /// Returns true if characters in the current node are table text.
    fn holds_table_text(&self) -> bool {
        self.current_node().is_one_of(&[Table, Tbody, Template, Tfoot, Thead, Tr])
    }

    /// [In caption](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption)
    pub(super) fn in_caption(&mut self, token: &Token<'_>) {
        match *token {
            Start(Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr, _) | End(Caption | Table, _) => {
                if !self.has_in_scope(Scope::Table, [Caption]) {
                    return self.ignore();
                }
                self.generate_implied_end_tags();
                self.pop_until(&[Caption]);
                self.clear_the_list_up_to_the_last_marker();
                self.mode = InsertionMode::InTable;
                if !matches!(token, End(Caption, _)) {
                    self.process(token);
                }
            }
            End(Body | Col | Colgroup | Html | Tbody | Td | Tfoot | Th | Thead | Tr, _) => self.ignore(),
            _ => self.in_body(token),
        }
    }

    /// [In column group](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup)
    pub(super) fn in_column_group(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.insert_characters(),
            Start(Html, _) => self.in_body(token),
            Start(Col, tag) => self.insert_and_pop(tag),
            End(Colgroup, _) if self.current_node().is(Colgroup) => {
                self.pop();
                self.mode = InsertionMode::InTable;
            }
            End(Colgroup | Col, _) => self.ignore(),
            Start(Template, _) | End(Template, _) => self.in_head(token),
            _ if self.current_node().is(Colgroup) => {
                self.pop();
                self.reprocess_in(InsertionMode::InTable, token);
            }
            _ => self.ignore(),
        }
    }

    /// [In table body](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody)
    pub(super) fn in_table_body(&mut self, token: &Token<'_>) {
        match *token {
            Start(Tr, tag) => {
                self.clear_back_to(&[Tbody, Tfoot, Thead]);
                self.insert_html_element(tag);
                self.mode = InsertionMode::InRow;
            }
            Start(Th | Td, _) => {
                self.clear_back_to(&[Tbody, Tfoot, Thead]);
                self.insert_html_element(&Tag::without_attributes(Tr));
                self.reprocess_in(InsertionMode::InRow, token);
            }
            End(name @ (Tbody | Tfoot | Thead), _) => {
                if !self.has_in_scope(Scope::Table, [name]) {
                    return self.ignore();
                }
                self.clear_back_to(&[Tbody, Tfoot, Thead]);
                self.pop();
                self.mode = InsertionMode::InTable;
            }
            Start(Caption | Col | Colgroup | Tbody | Tfoot | Thead, _) | End(Table, _) => {
                if !self.has_in_scope(Scope::Table, [Tbody, Thead, Tfoot]) {
                    return self.ignore();
                }
                self.clear_back_to(&[Tbody, Tfoot, Thead]);
                self.pop();
                self.reprocess_in(InsertionMode::InTable, token);
            }
            End(Body | Caption | Col | Colgroup | Html | Td | Th | Tr, _) => self.ignore(),
            _ => self.in_table(token),
        }
    }

    /// [In row](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr)
    pub(super) fn in_row(&mut self, token: &Token<'_>) {
        match *token {
            Start(Th | Td, tag) => {
                self.clear_back_to(&[Tr]);
                self.insert_html_element(tag);
                self.mode = InsertionMode::InCell;
                self.insert_marker();
            }
            End(Tr, _) => {
                self.close_row();
            }
            Start(Caption | Col | Colgroup | Tbody | Tfoot | Thead | Tr, _) | End(Table, _) => {
                if self.close_row() {
                    self.process(token);
                }
            }
            End(name @ (Tbody | Tfoot | Thead), _) => {
                if !self.has_in_scope(Scope::Table, [name]) {
                    self.ignore();
                } else if self.close_row() {
                    self.process(token);
                }
            }
            End(Body | Caption | Col | Colgroup | Html | Td | Th, _) => self.ignore(),
            _ => self.in_table(token),
        }
    }

    /// Closes the `tr` element if one is in table scope. Otherwise ignores the token. Returns true if one was in scope.
    fn close_row(&mut self) -> bool {
        let closes = self.has_in_scope(Scope::Table, [Tr]);
        if closes {
            self.clear_back_to(&[Tr]);
            self.pop();
            self.mode = InsertionMode::InTableBody;
        } else {
            self.ignore();
        }
        closes
    }

    /// [In cell](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd)
    pub(super) fn in_cell(&mut self, token: &Token<'_>) {
        match *token {
            End(name @ (Td | Th), _) => {
                if !self.has_in_scope(Scope::Table, [name]) {
                    return self.ignore();
                }
                self.generate_implied_end_tags();
                self.pop_until(&[name]);
                self.clear_the_list_up_to_the_last_marker();
                self.mode = InsertionMode::InRow;
            }
            Start(Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr, _) => {
                self.close_the_cell();
                self.process(token);
            }
            End(Body | Caption | Col | Colgroup | Html, _) => self.ignore(),
            End(name @ (Table | Tbody | Tfoot | Thead | Tr), _) => {
                if !self.has_in_scope(Scope::Table, [name]) {
                    return self.ignore();
                }
                self.close_the_cell();
                self.process(token);
            }
            _ => self.in_body(token),
        }
    }

    /// [Closes the cell](https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell).
    fn close_the_cell(&mut self) {
        self.generate_implied_end_tags();
        if self.has_in_scope(Scope::Table, [Td, Th]) {
            self.pop_until(&[Td, Th]);
        }
        self.clear_the_list_up_to_the_last_marker();
        self.mode = InsertionMode::InRow;
    }
}
