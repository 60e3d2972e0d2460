//! Markdown that a parser reads back: pages of the repository, fetched ones and random ones.

use super::{context, everything, extractor};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use tagrake_extract::{Block, BlockElement, Blocks, Extractor, InlineKind, MarkdownOptions};
use tagrake_testsupport::pages::{self, Page};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{repository_file, variable};

/// A word of Markdown or of blocks, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    heading: u8,
    /// The numbers of open items and quotes.
    items: usize,
    quotes: usize,
    /// The innermost item, the cell and the heading, each by any number.
    item: Option<usize>,
    /// The ordinal value of the innermost item, if it is in a numbered list.
    number: Option<i64>,
    /// True if Markdown may have no marker with the number.
    may_be_bullet: bool,
    cell: Option<usize>,
    /// True if only hidden text separates the word from the word before it.
    may_join: bool,
}

/// The result of a parser, or what it should be.
#[derive(Debug, Default)]
struct Document {
    words: Vec<Word>,
    /// Blocks of code, and whether each is a single block of text.
    code: Vec<(String, bool)>,
    inline_code: Vec<String>,
    formulas: Vec<String>,
    /// The URLs of links.
    urls: Vec<String>,
}

/// The number of items and quotes up to which the start of a line never exceeds its maximum width.
const MAX_DEPTH: usize = 6;

/// Returns true if code is read back. Between the blocks of a `pre`, line feeds may be added.
fn is_same_code(ours: Option<&(String, bool)>, expected: Option<&(String, bool)>) -> bool {
    let (Some((ours, _)), Some((expected, is_single))) = (ours, expected) else { return false };
    let expected = expected.replace("\r\n", "\n").replace('\r', "\n");
    if *is_single {
        ours.strip_suffix('\n') == Some(expected.strip_suffix('\n').unwrap_or(&expected))
            || has_no_numbers(ours, &expected)
    } else {
        ours.replace('\n', "") == expected.replace('\n', "") || has_no_numbers(ours, &expected)
    }
}

/// Returns true if `ours` is `expected` without the numbers of lines.
fn has_no_numbers(ours: &str, expected: &str) -> bool {
    let mut ours = ours.trim_end().chars().peekable();
    let is_number = |character: char| character.is_ascii_digit() || character.is_ascii_whitespace();
    expected.trim_end().chars().all(|character| ours.next_if_eq(&character).is_some() || is_number(character))
        && ours.next().is_none()
}

/// Parses Markdown.
fn parse(markdown: &str, has_formulas: bool) -> Document {
    let mut options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    options.set(Options::ENABLE_MATH, has_formulas);
    let mut document = Document::default();
    let (mut text, mut heading, mut items, mut quotes, mut code) = (String::new(), 0, Vec::new(), 0, None);
    let mut lists: Vec<Option<i64>> = Vec::new();
    let (mut count, mut cell) = (0, None);
    let mut images = 0;
    for event in Parser::new_ext(markdown, options) {
        let ends_text = match &event {
            Event::Start(tag) => {
                !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
            }
            Event::End(tag) => {
                !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
            }
            _ => false,
        };
        if ends_text {
            let words = text.split_whitespace().map(|word| Word {
                text: word.to_owned(),
                heading,
                items: items.len(),
                quotes,
                item: items.last().map(|(item, _)| *item),
                number: items.last().and_then(|(_, number)| *number),
                may_be_bullet: false,
                cell,
                may_join: false,
            });
            document.words.extend(words);
            text.clear();
        }
        count += 1;
        match event {
            Event::Start(Tag::Heading { level, .. }) => heading = level_of(level),
            Event::End(TagEnd::Heading(_)) => heading = 0,
            Event::Start(Tag::List(first)) => lists.push(first.map(|first| first as i64)),
            Event::End(TagEnd::List(_)) => _ = lists.pop(),
            Event::Start(Tag::Item) => items.push((count, lists.last().copied().flatten())),
            Event::End(TagEnd::Item) => {
                items.pop();
                if let Some(Some(number)) = lists.last_mut() {
                    *number += 1;
                }
            }
            Event::Start(Tag::BlockQuote(_)) => quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotes -= 1,
            Event::Start(Tag::TableCell) => cell = Some(count),
            Event::End(TagEnd::TableCell) => cell = None,
            Event::Start(Tag::CodeBlock(kind)) => {
                assert!(matches!(kind, CodeBlockKind::Fenced(_)), "indented code");
                code = Some(String::new());
            }
            Event::End(TagEnd::CodeBlock) => document.code.extend(code.take().map(|code| (code, true))),
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images -= 1,
            Event::Start(Tag::Link { dest_url, .. }) => document.urls.push(dest_url.replace('|', "%7C")),
            Event::Text(_) | Event::Code(_) if images > 0 => {}
            Event::Text(part) => code.as_mut().unwrap_or(&mut text).push_str(&part),
            Event::Code(part) => {
                text.push_str(&part);
                document.inline_code.push(part.into_string());
            }
            Event::InlineMath(part) | Event::DisplayMath(part) => {
                text.push_str(&part);
                document.formulas.push(part.into_string());
            }
            Event::TaskListMarker(_) | Event::InlineHtml(_) => {}
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Start(
                Tag::Paragraph
                | Tag::Table(_)
                | Tag::TableHead
                | Tag::TableRow
                | Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough,
            )
            | Event::End(_) => {}
            unexpected => panic!("{unexpected:?}"),
        }
    }
    document
}

fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}

/// Returns the innermost element with one of `names` on the path of a block, outside of `pre`.
fn innermost<'a, 'b>(block: &Block<'a, 'b>, names: &[&str]) -> Option<BlockElement<'a, 'b>> {
    block.path().find(|element| names.contains(&element.name()))
}

/// Returns the words of blocks, as Markdown should have them.
fn document_of(blocks: &Blocks<'_>) -> Document {
    let mut document = Document::default();
    let (mut last_pre, mut last) = (None, None);
    for block in blocks.iter().filter(|block| !block.is_hidden()) {
        if block.is_preformatted() {
            let pre = block.path().filter(BlockElement::is_preformatted).last().map(|element| element.index());
            if pre != last_pre {
                document.code.push((String::new(), true));
            }
            last_pre = pre;
            let (code, is_single) = document.code.last_mut().expect("was pushed");
            *is_single = code.is_empty();
            code.push_str(block.text());
            last = None;
            continue;
        }
        last_pre = None;
        let count = |name: &str| block.path().filter(|element| element.name() == name).count();
        let (items, quotes) = (count("li"), count("blockquote"));
        let item = innermost(&block, &["li"]);
        let number = item.and_then(|item| item.ordinal_value()).map(i64::from);
        let is_nested = item.and_then(|item| item.parent()).is_some_and(|parent| parent.name() != "ol");
        let may_be_bullet = is_nested || number.is_some_and(|number| !(0..1_000_000_000).contains(&number));
        let item = item.map(|element| element.index());
        let cell = innermost(&block, &["td", "th"]).map(|element| element.index());
        let heading = block.heading_level();
        let is_after_hidden = last.is_some_and(|last| last + 1 < block.index()) && block.line_breaks() == 0;
        last = Some(block.index());
        for (place, text) in without_delimiters(&block).split_whitespace().enumerate() {
            let (text, may_join) = (text.to_owned(), place == 0 && is_after_hidden);
            document.words.push(Word { text, heading, items, quotes, item, number, may_be_bullet, cell, may_join });
        }
        let mut end = 0;
        for inline in block.inlines() {
            let range = inline.range();
            match inline.kind {
                InlineKind::Link { href } => document.urls.push(written_url(inline.url().unwrap_or(href))),
                InlineKind::Tex { .. } => {
                    document.formulas.push(block.text()[range.clone()].trim_matches(' ').to_owned());
                }
                _ => {}
            }
            let code = block.text()[range.clone()].trim_matches(' ');
            if let InlineKind::Code { .. } = inline.kind
                && !code.is_empty()
                && range.start >= end
            {
                let space = block.text()[range.clone()].starts_with(' ');
                match document.inline_code.last_mut().filter(|_| range.start == end && end > 0 && !space) {
                    Some(before) => before.push_str(code),
                    None => document.inline_code.push(code.to_owned()),
                }
                end = range.start + block.text()[range.clone()].trim_end_matches(' ').len();
            }
        }
    }
    document
}

/// Returns the text of a block without the delimiters of formulas.
fn without_delimiters(block: &Block<'_, '_>) -> String {
    let (text, mut out, mut at) = (block.text(), String::new(), 0);
    for inline in block.inlines().iter().filter(|inline| matches!(inline.kind, InlineKind::Tex { .. })) {
        let range = inline.range();
        let pairs = [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")];
        let (before, after) = (&text[..range.start], &text[range.end..]);
        let pair = pairs.iter().find(|(open, close)| before.ends_with(open) && after.starts_with(close));
        let is_tex = |open: &str| {
            range.start - open.len() >= at && !(open.starts_with('$') && text[range.clone()].contains('$'))
        };
        if let Some((open, _)) = pair.filter(|(open, _)| is_tex(open)) {
            out += &text[at..range.start - open.len()];
            out += text[range.clone()].trim_matches(' ');
            at = range.end + open.len();
        }
    }
    out + &text[at..]
}

/// Returns a URL as Markdown has it, with characters that would end it in their percent-encoded form.
fn written_url(url: &str) -> String {
    let mut written = String::new();
    for character in url.trim_matches(|character| character <= ' ').chars() {
        match character {
            '\0'..=' ' | '<' | '>' | '`' | '|' | '\x7F' => _ = write!(written, "%{:02X}", u32::from(character)),
            _ => written.push(character),
        }
    }
    written
}

/// Compares Markdown with the blocks.
fn compare(markdown: &str, blocks: &Blocks<'_>, has_inline_code: bool) -> Result<(), String> {
    let mut inlines = blocks.iter().flat_map(|block| block.inlines());
    let has_formulas = inlines.any(|inline| matches!(inline.kind, InlineKind::Tex { .. }));
    let (parsed, expected) = (parse(markdown, has_formulas), document_of(blocks));
    let count = parsed.code.len().max(expected.code.len());
    if let Some(at) = (0..count).find(|&at| !is_same_code(parsed.code.get(at), expected.code.get(at))) {
        return Err(format!("code {at}: {:?}, expected {:?}", parsed.code.get(at), expected.code.get(at)));
    }
    let (mut items, mut cells) = (Pairs::default(), Pairs::default());
    for (name, ours, theirs) in
        [("URL", &parsed.urls, &expected.urls), ("formula", &parsed.formulas, &expected.formulas)]
    {
        let known: HashSet<_> = theirs.iter().collect();
        if let Some(unknown) = ours.iter().find(|value| !known.contains(value)) {
            return Err(format!("{name} {unknown:?} is not in the page"));
        }
    }
    let mut expected_words = expected.words.into_iter().peekable();
    let mut parsed_words = parsed.words.iter();
    for at in 0.. {
        let mut theirs = expected_words.next();
        // Items in cells have a marker.
        let is_marker = |word: &&Word| {
            word.text == "-" && word.cell.is_some() && theirs.as_ref().is_some_and(|word| word.text != "-")
        };
        let ours = parsed_words.find(|word| !is_marker(word));
        if ours.is_none() && theirs.is_none() {
            break;
        }
        while let (Some(ours), Some(theirs)) = (ours, &mut theirs)
            && ours.text.len() > theirs.text.len()
            && let Some(next) = expected_words.next_if(|next| next.may_join)
        {
            theirs.text += &next.text;
        }
        let is_same = match (ours, &theirs) {
            (Some(ours), Some(theirs)) => {
                let is_deep = theirs.items + theirs.quotes > MAX_DEPTH;
                let is_cell = ours.cell.is_some();
                let is_number = ours.number == theirs.number || ours.number.is_none() && theirs.may_be_bullet;
                ours.text == theirs.text
                    && (ours.heading == theirs.heading || is_cell)
                    && (is_deep || is_cell || ours.items == theirs.items && ours.quotes == theirs.quotes)
                    && (is_deep || is_cell || is_number && items.match_up(ours.item, theirs.item))
                    && (!is_cell || cells.match_up(ours.cell, theirs.cell))
            }
            _ => false,
        };
        if !is_same {
            return Err(format!("word {at}: {ours:?}, expected {theirs:?}"));
        }
    }
    // In cells, a backslash before a pipe makes code plain text.
    let is_code = |code: &&String| !code.contains("\\|");
    // Text that hidden text separates may be adjacent code, which is then plain text.
    // Some formulas are written as code.
    let has_inline_code = has_inline_code && !has_formulas && !blocks.iter().any(|block| block.is_hidden());
    if has_inline_code && !parsed.inline_code.iter().filter(is_code).eq(expected.inline_code.iter().filter(is_code)) {
        return Err(format!("inline code: {:?}, expected {:?}", parsed.inline_code, expected.inline_code));
    }
    Ok(())
}

/// A one-to-one relation, as far as it is known.
#[derive(Default)]
struct Pairs {
    there: HashMap<usize, usize>,
    back: HashMap<usize, usize>,
}

impl Pairs {
    fn match_up(&mut self, one: Option<usize>, other: Option<usize>) -> bool {
        match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                *self.there.entry(one).or_insert(other) == other && *self.back.entry(other).or_insert(one) == one
            }
            _ => false,
        }
    }
}

fn check(extractor: &mut Extractor, html: &[u8]) -> Result<(), String> {
    let page = extractor.extract(html, &context());
    let blocks = page.blocks.expect("requested");
    let mut markdown = String::new();
    for options in [MarkdownOptions::default(), everything()] {
        markdown.clear();
        blocks.write_markdown(&options, &mut markdown);
        let is_plain = options == MarkdownOptions::default();
        compare(&markdown, &blocks, is_plain).map_err(|error| {
            let mut message = error;
            let start: String = markdown.chars().take(600).collect();
            let _ = write!(message, "\nplain: {is_plain}, {start:?}");
            message
        })?;
    }
    Ok(())
}

/// Also reads the pages that `corpora/fetch` downloaded, and those in the folder of the variable `TAGRAKE_PAGES`.
#[test]
fn pages_are_read_back() {
    let mut pages = pages::all();
    pages.extend(pages::below(&repository_file("corpora/fetched")));
    if let Ok(folder) = std::env::var("TAGRAKE_PAGES") {
        pages.extend(pages::below(folder.as_ref()));
    }
    in_parallel(pages.len(), extractor, |extractor, task| {
        let Page { name, html } = &pages[task];
        check(extractor, html).map_err(|error| format!("{name}: {error}"))
    });
}

/// Tags that Markdown has a form for, and others.
#[rustfmt::skip]
const TAGS: &[&str] = &[
    "a href=x", "a href='(y)'", "b", "b", "blockquote", "br", "br", "caption", "code", "code", "dd", "del", "div",
    "div", "dl",
    "dt", "em", "h1", "h3", "hr", "i", "img src=x alt='a]b'", "li", "li", "li", "ol", "ol start=7", "p", "p",
    "pre", "s", "span hidden", "strong", "sup", "table", "table", "td", "td", "td colspan=2", "td rowspan=2", "th", "tr",
    "tr", "ul",
    "ul", "math", "math display=block", "annotation encoding=TeX", "img class=tex alt='a_b'",
    "sub", "ol reversed", "li value=4", "input type=checkbox disabled checked", "span class=math-container",
    "img class=latex alt=' {x} \\ '", "img class=tex alt='$|`'", "script type=math/tex", "span class=katex-html", "span",
];

/// Texts with every character that Markdown may treat as markup.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "a", "b ", " c", " d ", "*", "**", "_", "__", "`", "``", "~", "~~", "[", "]", "](x)", "(x)", "!", "#", "## ",
    "- ", "-", "+ ", "1. ", "12) ", "&gt; ", "&lt;b&gt;", "&lt;", "&amp;amp;", "&amp;", "\\", "\\|", "|", "---", ":-", "===",
    "\n    ", "&#9;", "&nbsp;", "é", "“", "„", "。", "😀", "Ⓐ", ".", ",", "\u{3000}", "a\u{B}b", "http://e.org/_a_",
    "[^1]", "$x$", "\u{2028}", "\\(a_1 &lt; *b*\\)", "$$ x^* $$", "$5", "[x] ",
];

fn random_html(random: &mut Random) -> String {
    let mut html = String::new();
    let mut open = Vec::new();
    for _ in 0..random.below(30) {
        match random.below(8) {
            0 | 1 => {
                let tag = random.choose(TAGS);
                html += &format!("<{tag}>");
                open.push(tag.split(' ').next().unwrap_or(tag));
            }
            2 => html += &format!("</{}>", open.pop().unwrap_or("p")),
            _ => html += random.choose(TEXTS),
        }
    }
    html
}

#[test]
fn random_pages_are_read_back() {
    let (mut random, mut extractor) = (Random::new(26), extractor());
    let documents = variable("TAGRAKE_DOCUMENTS", 20_000);
    let mut failures = Vec::new();
    for _ in 0..documents {
        let html = random_html(&mut random);
        if let Err(error) = check(&mut extractor, html.as_bytes()) {
            failures.push((html.len(), format!("{html:?}: {error}")));
        }
    }
    failures.sort();
    let shortest: Vec<_> = failures.iter().take(5).map(|(_, message)| message.as_str()).collect();
    assert!(failures.is_empty(), "{} of {documents}\n{}", failures.len(), shortest.join("\n"));
}
