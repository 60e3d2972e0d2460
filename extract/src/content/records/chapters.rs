//! Finds chapters about comments, such as the chapter "Comments" of a manual. Generators of documentation make the `id` of a section from
//! its heading.
//!
//! An element with a name of comments is a chapter if the name is not a class, and is the slug of its first heading, and if the element
//! contains neither comments nor a form.

use super::names::{ElementNames, NamedBy};
use crate::blocks::Table;
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The facts about the elements of a page that chapters are found by.
pub(super) struct Chapters<'a> {
    table: &'a Table<'a>,
    /// The index after the last element in each element.
    ends: &'a [u32],
    /// The number of comments, sections of comments and forms before each element, and at the end.
    comments_before: &'a [u32],
    /// The elements with the text of headings, in document order, each with its first block.
    headings: Vec<'a, (u32, u32)>,
}

impl<'a> Chapters<'a> {
    pub(super) fn new(table: &'a Table<'a>, names: &[ElementNames], bump: &'a Bump) -> Self {
        let is_of_comments = |index: usize| {
            let names = &names[index];
            names.is_comment()
                || names.section == Some(NamedBy::Class)
                || table.elements[index].element == Element::Form
        };
        let mut count = 0;
        let comments_before = bump.alloc_slice_fill_iter((0..table.elements.len() + 1).map(|index| {
            let before = count;
            count += u32::from(index < table.elements.len() && is_of_comments(index));
            before
        }));
        let mut headings: Vec<'_, (u32, u32)> = Vec::new_in(bump);
        for (index, row) in table.rows.iter().enumerate() {
            let is_later = headings.last().is_none_or(|&(last, _)| row.element > last);
            if table.elements[row.element as usize].heading > 0 && is_later {
                headings.push((row.element, index as u32));
            }
        }
        Self { table, ends: table.ends(bump), comments_before, headings }
    }

    /// Returns true if the element at `index`, which is named as a section of comments, is a chapter.
    pub(super) fn contains(&self, index: usize) -> bool {
        let end = self.ends[index] as usize;
        let first = self.headings.partition_point(|&(element, _)| (element as usize) < index);
        let Some(&(_, row)) = self.headings.get(first).filter(|&&(element, _)| (element as usize) < end) else {
            return false;
        };
        let heading = self.table.text_of(&self.table.rows[row as usize]);
        let mut hints = self.table.hints_of(&self.table.elements[index]).iter();
        self.comments_before[index + 1] == self.comments_before[end] && hints.any(|hint| is_slug(hint, heading))
    }
}

/// Returns true if an `id` has the words of a heading, without the number of the chapter.
fn is_slug(id: &str, heading: &str) -> bool {
    let title = heading.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    let has_number = heading[..heading.len() - title.len()].contains('.');
    let words = words(if has_number { title } else { heading });
    let mut both = words.clone().zip(self::words(id));
    words.clone().next().is_some()
        && words.count() == self::words(id).count()
        && both.all(|(one, other)| one.eq_ignore_ascii_case(other))
}

fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_have_the_words_of_headings() {
        for (id, heading) in [
            ("comments", "Comments"),
            ("comments", "Comments¶"),
            ("comments", "2.3. Comments"),
            ("_comments", "Comments"),
            ("comments-in-css", "Comments in CSS"),
        ] {
            assert!(is_slug(id, heading), "{id}: {heading}");
        }
        for (id, heading) in [
            ("comments", "19 comments"),
            ("comments", "Leave a reply"),
            ("comments", ""),
            ("", ""),
            ("comments-2", "Comments"),
        ] {
            assert!(!is_slug(id, heading), "{id}: {heading}");
        }
    }
}
