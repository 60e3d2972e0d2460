//! The code, formulas and tables of Markdown, as a parser reads them.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The code, formulas and tables that Markdown has, or should have.
#[derive(Debug, Default)]
pub(crate) struct Structure {
    /// Language and text.
    pub(crate) code: Vec<(String, String)>,
    pub(crate) formulas: Vec<String>,
    /// The rows of each table.
    pub(crate) tables: Vec<Vec<Vec<String>>>,
}

impl Structure {
    /// Reads Markdown.
    pub(crate) fn of(markdown: &str) -> Self {
        let mut found = Self::default();
        let (mut is_code, mut is_cell) = (false, false);
        let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
        for event in Parser::new_ext(markdown, options) {
            let cell = if is_cell { found.cell() } else { None };
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    is_code = true;
                    let language =
                        if let CodeBlockKind::Fenced(language) = kind { language.to_string() } else { String::new() };
                    found.code.push((language, String::new()));
                }
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Start(Tag::Table(_)) => found.tables.push(Vec::new()),
                Event::Start(Tag::TableHead | Tag::TableRow) => {
                    found.tables.last_mut().expect("a table").push(Vec::new());
                }
                Event::Start(Tag::TableCell) => {
                    is_cell = true;
                    found.row().push(String::new());
                }
                Event::End(TagEnd::TableCell) => is_cell = false,
                Event::Text(text) if is_code => found.code.last_mut().expect("code").1.push_str(&text),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(cell) = cell {
                        cell.push_str(&text);
                    }
                }
                Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                    if let Some(cell) = cell {
                        cell.push_str(&format!("${}$", normal_tex(&tex)));
                    }
                    found.formulas.push(normal_tex(&tex));
                }
                _ => {}
            }
        }
        // A table without a header has an empty one.
        for table in &mut found.tables {
            table.retain(|row| row.iter().any(|cell| !cell.trim().is_empty()));
        }
        found
    }

    fn row(&mut self) -> &mut Vec<String> {
        self.tables.last_mut().and_then(|table| table.last_mut()).expect("a row")
    }

    fn cell(&mut self) -> Option<&mut String> {
        self.tables.last_mut()?.last_mut()?.last_mut()
    }

    /// Returns all code as one text, without white space at the ends of lines.
    pub(crate) fn code_text(&self) -> String {
        let lines = self.code.iter().flat_map(|(_, text)| text.trim_end().split('\n').map(str::trim_end));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns all formulas, one on each line.
    pub(crate) fn formula_text(&self) -> String {
        self.formulas.join("\n")
    }

    /// Returns all rows of tables as lines, with `|` between cells.
    pub(crate) fn table_text(&self) -> String {
        let rows = self.tables.iter().flatten();
        rows.map(|row| row.iter().map(|cell| cell.trim()).collect::<Vec<_>>().join(" | "))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Returns TeX without the differences that change nothing: braces around one character, and spaces outside of `\text`, except between
/// a command and a letter.
pub(crate) fn normal_tex(tex: &str) -> String {
    let mut out = String::new();
    let mut rest = tex.trim();
    while let Some(next) = rest.chars().next() {
        if let Some(text) = rest.strip_prefix("\\text") {
            let end = text.find('}').map_or(rest.len(), |end| end + "\\text".len() + 1);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        rest = &rest[next.len_utf8()..];
        if next.is_whitespace() {
            rest = rest.trim_start();
            let name = out.rsplit_once('\\').map_or("", |(_, name)| name);
            let is_command = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_command && rest.starts_with(|next: char| next.is_ascii_alphabetic())
                || out.ends_with('\\') && !out.ends_with("\\\\")
            {
                out.push(' ');
            }
        } else {
            out.push(next);
        }
    }
    without_braces(&out)
}

/// Removes the braces around scripts of one character.
fn without_braces(tex: &str) -> String {
    let characters: Vec<char> = tex.chars().collect();
    let (mut out, mut at) = (String::new(), 0);
    while at < characters.len() {
        match characters[at..] {
            [mark @ ('_' | '^'), '{', script, '}', ..] => {
                out.extend([mark, script]);
                at += 4;
            }
            _ => {
                out.push(characters[at]);
                at += 1;
            }
        }
    }
    out
}
