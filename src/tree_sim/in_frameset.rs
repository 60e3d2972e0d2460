//! The insertion modes "in frameset", "after frameset" and "after after frameset".

use super::Character::WhiteSpace;
use super::Name::*;
use super::Token::{Character, End, Start};
use super::{InsertionMode, Token, TreeSim, TreeSink};

impl<T: TreeSink> TreeSim<T> {
    /// [In frameset](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset)
    pub(super) fn in_frameset(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.insert_characters(),
            Start(Html, _) => self.in_body(token),
            Start(Frameset, tag) => {
                self.insert_html_element(tag);
            }
            End(Frameset, _) if !self.current_node().is(Html) => {
                self.pop();
                if !self.current_node().is(Frameset) {
                    self.mode = InsertionMode::AfterFrameset;
                }
            }
            Start(Frame, tag) => self.insert_and_pop(tag),
            Start(Noframes, _) => self.in_head(token),
            _ => self.ignore(),
        }
    }

    /// [After frameset](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset)
    pub(super) fn after_frameset(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) => self.insert_characters(),
            Start(Html, _) => self.in_body(token),
            End(Html, _) => self.mode = InsertionMode::AfterAfterFrameset,
            Start(Noframes, _) => self.in_head(token),
            _ => self.ignore(),
        }
    }

    /// [After after frameset](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode)
    pub(super) fn after_after_frameset(&mut self, token: &Token<'_>) {
        match *token {
            Character(WhiteSpace) | Start(Html, _) => self.in_body(token),
            Start(Noframes, _) => self.in_head(token),
            _ => self.ignore(),
        }
    }
}
