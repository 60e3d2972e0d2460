//! Tasks: list items that begin with a checkbox.

use super::BlockBuilder;
use crate::blocks::table::{ROOT, Task};
use crate::names::Element;
use tagrake::StartTag;

/// The number of elements between a checkbox and its list item, such as `p`.
const DEPTH: usize = 2;

/// Classes of items, lists and checkboxes of tasks begin with one of these.
const CLASSES: [&str; 4] = ["task-list", "contains-task-list", "task-item", "todo-list"];

impl<'a> BlockBuilder<'a> {
    /// Handles an `input`. A checkbox before the text of a list item is its task, if a class says so or if readers cannot change
    /// it. Other checkboxes belong to forms.
    pub(crate) fn input(&mut self, tag: &StartTag<'a>) {
        let Some(item) = self.open_item() else { return };
        let is_checkbox = tag.attribute(b"type").is_some_and(|kind| kind.value().eq_ignore_ascii_case(b"checkbox"));
        if !is_checkbox {
            return;
        }
        let is_fixed = tag.attribute(b"disabled").is_some() && tag.attribute(b"name").is_none();
        let elements = &self.table.elements;
        let list = elements[item].parent as usize;
        let class_of = |element: usize| self.table.strings.get(elements[element].class as usize).copied();
        let own = tag.attribute(b"class").map(|class| class.value_str());
        if is_fixed || [own, class_of(item), class_of(list)].into_iter().flatten().any(has_task_class) {
            let is_done = tag.attribute(b"checked").is_some();
            self.table.elements[item].task = if is_done { Task::Done } else { Task::Open };
        }
    }

    /// Returns the list item that is open and has no text yet.
    fn open_item(&self) -> Option<usize> {
        if !self.is_collected() || self.table.text.len() > self.block.start {
            return None;
        }
        let mut at = self.element();
        for _ in 0..DEPTH {
            if at != ROOT && self.table.elements[at as usize].element != Element::Li {
                at = self.table.elements[at as usize].parent;
            }
        }
        let is_empty = self.table.rows.last().is_none_or(|row| row.element < at);
        (is_empty && self.table.elements[at as usize].element == Element::Li).then_some(at as usize)
    }
}

fn has_task_class(class: &str) -> bool {
    class.split_ascii_whitespace().any(|class| CLASSES.iter().any(|start| class.starts_with(start)))
}
