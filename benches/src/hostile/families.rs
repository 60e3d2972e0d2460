//! The adversarial input families, which are slow for a reader that reads bytes repeatedly or stores too much.

/// A family of inputs: a start, a repeated part, and an end.
pub struct Family {
    pub name: &'static str,
    start: &'static str,
    /// The repeated part. `%` is replaced by a counter, so that repetitions differ.
    repeated: &'static str,
    end: &'static str,
    /// Inserted after every [`GROUP`] repetitions with a counter.
    between: &'static str,
}

/// The number of repetitions in a group.
const GROUP: usize = 1000;

impl Family {
    /// Returns the longest input of at most `bytes` bytes. It always has the start and the end.
    pub fn input(&self, bytes: usize) -> String {
        let Self { start, repeated, end, between, .. } = self;
        let room = bytes.saturating_sub(start.len() + end.len());
        if !repeated.contains('%') {
            return [start, repeated.repeat(room / repeated.len()).as_str(), end].concat();
        }
        let (before, after) = repeated.split_once('%').unwrap_or_default();
        let mut input = String::with_capacity(bytes);
        input.push_str(start);
        let group_bytes = GROUP * (before.len() + 7 + after.len()) + between.len();
        for number in 0..room * GROUP / group_bytes {
            if number > 0 && number % GROUP == 0 {
                input.push_str(between);
            }
            input.push_str(before);
            input.push_str(&format!("{number:07}"));
            input.push_str(after);
        }
        input.push_str(end);
        input
    }
}

const fn family(name: &'static str, start: &'static str, repeated: &'static str, end: &'static str) -> Family {
    Family { name, start, repeated, end, between: "" }
}

/// A family with a separator between groups of repetitions.
const fn groups(
    name: &'static str,
    start: &'static str,
    repeated: &'static str,
    between: &'static str,
    end: &'static str,
) -> Family {
    Family { name, start, repeated, end, between }
}

/// All families, with their names in the table.
pub const FAMILIES: &[Family] = &[
    family("duplicate attributes", "<p", " a=b", ">"),
    family("a million distinct attributes", "<p", " %", ">"),
    family("distinct attributes, upper case", "<p", " A%=B", ">"),
    groups("tags of 1,000 attributes", "<p", " a%=v", "><p", ">"),
    groups("tags of 1,000 attributes, references", "<p", " a%=v&amp;w", "><p", ">"),
    family("&", "", "&", ""),
    family("&# and digits", "&#", "1", ""),
    family("references of digits", "", "&#65", ""),
    family("& and letters", "&", "a", ""),
    family("unknown references", "", "&aa", ""),
    family("a long reference, cut", "", "&CounterClockwiseContourIntegra", ""),
    family("references in a value", "<p a='", "&amp", "'>"),
    family("<", "", "<", ""),
    family("<!--", "", "<!--", ""),
    family("<!-- >", "", "<!-- >", ""),
    family("--! in a comment", "<!--", "--!", ""),
    family("- in a comment", "<!--", "-", ""),
    family("unclosed quotes", "", "<a href=\"", ""),
    family("unclosed quotes of both kinds", "", "<a b='\"", ""),
    family("look-alikes of </script", "<script>", "</scriptx ", ""),
    family("</scrip in a script", "<script>", "</scrip", ""),
    family("<!--<script in a script", "<script>", "<!--<script", ""),
    family("<!--<script></script> in a script", "<script>", "<!--<script></script>", ""),
    family("nested svg", "", "<svg>", ""),
    family("nested math", "", "<math><mi>", ""),
    family("svg in svg by foreignObject", "", "<svg><foreignObject>", ""),
    family("svg and breakouts", "", "<svg><g><p>", ""),
    family("svg in tables and breakouts", "", "<table><svg><desc><td>", ""),
    family("math and end tags", "", "<math><mi><b></p></math>", ""),
    family("<![CDATA[", "<svg>", "<![CDATA[", ""),
    family("nested tables", "", "<table><tr><td>", ""),
    family("tables in tables", "", "<table>", ""),
    family("formatting elements", "", "<a><b>", ""),
    family("adoption agency", "", "<b><p></b>", ""),
    family("adoption agency, in svg", "<svg><desc>", "<a><b><div></a>", ""),
    family("formatting, then svg with breakouts", "", "<b><svg><p></b>", ""),
    family("NULs", "", "\0", ""),
    family("NULs in tags", "", "<a\0>\0", ""),
    family("CRs", "", "\r", ""),
    family("CRs in a value", "<p a='", "\r", "'>"),
    family("control characters", "", "\u{1}", ""),
    family("a huge comment", "<!--", "x", "-->"),
    family("a huge value", "<p a=\"", "x", "\">"),
    family("a huge name", "<", "x", ">"),
    family("a huge text", "", "text ", ""),
    family("tiny tags", "", "<b>", ""),
    family("tiny end tags", "", "</p>", ""),
    family("an unclosed title", "<title>", "</titl", ""),
    family("titles", "", "<title>", ""),
    family("select", "", "<select><option>", ""),
    family("deep div", "", "<div>", ""),
    family("links", "", "<a href=x>y", ""),
    family("links of one ping", "<a ping='", "x ", "'>"),
    family("candidates of one srcset", "<img srcset='", "a (,", "'>"),
    family("url( in a style", "<style>", "url(a", ""),
    family("brackets of JSON-LD", "<script type=application/ld+json>", "[", ""),
    family("headings in headings", "", "<h1>x y <h2>z", ""),
    family("robots", "", "<meta name=a%bot content=x>", ""),
    family("a million blocks", "", "<p>x", ""),
    family("deep blocks with text", "", "<div>x ", ""),
    family("a million cells", "<table>", "<td>x", ""),
    family("rows of two cells", "<table>", "<tr><td>x<td>y", ""),
    family("a huge class", "<div class='", "nav post ", "'>x"),
    family("classes", "", "<p class='nav a%'>x", ""),
    family("formulas", "", "<math>x<annotation encoding=TeX>y</math>", ""),
];

#[cfg(test)]
mod tests {
    use super::FAMILIES;
    use std::collections::BTreeSet;

    #[test]
    fn inputs_have_the_requested_size() {
        for family in FAMILIES {
            let bytes = family.input(10_000).len();
            assert!((9_900..=10_000).contains(&bytes), "{}: {bytes}", family.name);
            assert!(family.input(0).len() < 100, "{}", family.name);
        }
        let tags =
            |bytes| FAMILIES.iter().find(|family| family.name.contains("1,000")).map(|family| family.input(bytes));
        let tags = tags(100_000).expect("the family is there");
        assert_eq!(tags.split('>').map(|tag| tag.matches('=').count()).take(3).collect::<Vec<_>>(), [1000; 3]);
        assert_eq!(FAMILIES.iter().map(|family| family.name).collect::<BTreeSet<_>>().len(), FAMILIES.len());
    }
}
