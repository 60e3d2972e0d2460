//! Names in attributes: classes, and values of `id`, `role` and `itemprop`.

use super::super::stems::{COMMENT_BITS, StemCache, bits_of};
use crate::blocks::Table;
use bumpalo::Bump;

/// Words of the names of records, which are also stems.
const RECORDS: [&str; 6] = ["comment", "reply", "answer", "post", "message", "question"];

/// Words for "comments" in German, French, Spanish, Italian, Dutch and Polish.
const OTHER_COMMENTS: [&str; 6] = ["kommentare", "commentaires", "comentarios", "commenti", "reacties", "komentarze"];

/// Words in names of other elements: of links to the comments, of pages that have or lack them, of opinions about a product.
#[rustfmt::skip]
const UNRELATED: [&str; 25] = [
    "no", "has", "with", "hide", "tag", "category", "hljs", "open", "closed", "off", "disabled", "enabled", "link", "links", "count",
    "counter", "number", "num", "toggle", "button", "btn", "icon", "review", "reviews", "testimonials",
];

/// Words after `comment` in names of sections.
#[rustfmt::skip]
const SECTIONS: [&str; 12] = [
    "list", "area", "section", "sections", "thread", "threads", "wrap", "wrapper", "container", "group", "tree", "block",
];

/// The names of an element.
#[derive(Clone, Copy, Default)]
pub(super) struct ElementNames {
    /// The index in [`RECORDS`] of the word that names the element as a record.
    pub(super) record: Option<u8>,
    /// The attribute that names the element as a section of comments.
    pub(super) section: Option<NamedBy>,
}

/// The attribute with the name of a section of comments. A class is more reliable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NamedBy {
    /// `id`, `role`, `itemprop` or `data-testid`.
    Hint,
    /// `class`.
    Class,
}

impl ElementNames {
    /// Returns true if the name is the name of a comment or a reply.
    pub(super) fn is_comment(&self) -> bool {
        self.record.is_some_and(|word| matches!(RECORDS[usize::from(word)], "comment" | "reply"))
    }
}

/// Returns the names of the elements with text.
pub(super) fn names_of<'a>(
    table: &Table<'_>,
    has_text: &[bool],
    stems: &mut StemCache<'_>,
    bump: &'a Bump,
) -> &'a [ElementNames] {
    let wanted = bits_of(&RECORDS) | COMMENT_BITS;
    bump.alloc_slice_fill_iter(table.elements.iter().zip(has_text).map(|(element, &has_text)| {
        let mut names = ElementNames::default();
        if has_text {
            let class = table.string(element.class).map(|class| (class, NamedBy::Class)).into_iter();
            let hints = table.hints_of(element).iter().map(|&hint| (hint, NamedBy::Hint));
            for (value, named_by) in class.chain(hints) {
                // PERF: most elements have none of the words, and the stems of recent values are known.
                if stems.find(value) & wanted != 0 {
                    names.record = names.record.or_else(|| record_word(value));
                    names.section = names.section.max(Some(named_by).filter(|_| names_comments(value)));
                }
            }
        }
        names
    }))
}

/// Returns the index in [`RECORDS`] of the word in a name of `value`: the word alone, or with a number, such as `comment-12`; or
/// an `itemprop` with an answer.
fn record_word(value: &str) -> Option<u8> {
    value.split_ascii_whitespace().find_map(|name| {
        let mut words = words(name);
        let first = words.next()?;
        let first = if is_one_of(name, &["suggestedAnswer", "acceptedAnswer"]) { words.next()? } else { first };
        let known = (0..).zip(RECORDS).find(|(_, word)| word.eq_ignore_ascii_case(first));
        known.filter(|_| words.all(is_number)).map(|(index, _)| index)
    })
}

/// Returns true if a name in the value of an attribute is the name of a section of comments:
///
/// * `comments` is a word of it: `post-comments`, but not `no-comments`.
/// * The same word in another language ends it, or one of the words of a section follows: `post-kommentare`, but not
///   `comentarios-sandalias`, which can be the opinions about a product.
/// * It is `comment`, or `comment` with a number or one of the words of a section: `comment-list`, `commentlist`.
fn names_comments(value: &str) -> bool {
    value.split_ascii_whitespace().any(|name| {
        let words = words(name);
        let is_comment = |word: &&str| word.eq_ignore_ascii_case("comment");
        let mut pairs = words.clone().zip(words.clone().skip(1));
        let is_comments = |word: &str| word.eq_ignore_ascii_case("comments") || is_compound(word);
        (words.clone().any(is_comments)
            || pairs.any(|(word, next)| {
                (is_comment(&word) || is_one_of(word, &OTHER_COMMENTS)) && is_one_of(next, &SECTIONS)
            })
            || words.clone().last().is_some_and(|word| is_one_of(word, &OTHER_COMMENTS))
            || words.clone().next().is_some_and(|word| is_comment(&word)) && words.clone().skip(1).all(is_number))
            && !words.clone().any(|word| is_one_of(word, &UNRELATED))
    })
}

/// Returns true for `comment` or `comments` and one of [`SECTIONS`] in one word, such as `commentlist`.
fn is_compound(word: &str) -> bool {
    let Some((start, rest)) = word.split_at_checked("comment".len()) else { return false };
    start.eq_ignore_ascii_case("comment")
        && is_one_of(rest.strip_prefix(['s', 'S']).unwrap_or(rest), &["list", "area", "thread", "wrap"])
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|one| one.eq_ignore_ascii_case(word))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the words of a name: runs of letters and of digits, from a capital after a small letter on.
fn words(name: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = name;
    core::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut previous = rest.chars().next()?;
        let is_end = |c: char| {
            let starts_word =
                c.is_ascii_digit() != previous.is_ascii_digit() || previous.is_lowercase() && c.is_uppercase();
            previous = c;
            starts_word || !c.is_alphanumeric()
        };
        let end = rest.find(is_end).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sections_of_comments() {
        for name in [
            "comments",
            "post-comments",
            "blogPostComments",
            "comments-area",
            "comment-list",
            "commentlist",
            "CommentSection",
            "comments_area",
            "commentsArea",
            "comment",
            "comment-12",
            "comment12",
            "row comments-wrapper",
            "comment_thread",
            "js-post-comments-component",
            "commentThreadRenderer",
            "kommentare",
            "post-commentaires",
            "comentarios",
            "listaCommenti",
            "reacties-list",
            "komentarze",
        ] {
            assert!(names_comments(name), "{name}");
        }
        for name in [
            "",
            "comment-form",
            "no-comments",
            "comments-off",
            "comments-link",
            "hljs-comment",
            "author-comment",
            "commentary",
            "comment-count",
            "tag-comments",
            "commented",
            "post comment-author",
            "has-comments",
            "document",
            "kommentar",
            "reactie",
            "comentarios-sandalias",
        ] {
            assert!(!names_comments(name), "{name}");
        }
    }

    #[test]
    fn names_of_records() {
        for (name, word) in [
            ("comment even thread-odd", "comment"),
            ("row post-12", "post"),
            ("elMessage message", "message"),
            ("reply3", "reply"),
            ("acceptedAnswer", "answer"),
        ] {
            assert_eq!(record_word(name).map(|word| RECORDS[usize::from(word)]), Some(word), "{name}");
        }
        for name in ["", "comment-body", "posts", "blog-post", "postbody", "12"] {
            assert_eq!(record_word(name), None, "{name}");
        }
    }
}
