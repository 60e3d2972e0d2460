//! The insertion mode "in template".

use super::Name::*;
use super::Token::{Character, End, Start};
use super::{InsertionMode, Token, TreeSim};

impl TreeSim {
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
