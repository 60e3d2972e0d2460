//! Directives for crawlers: `robots` metas and `X-Robots-Tag` headers.

use super::normalize::{has_upper_case, lower_case};
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};

/// The agent name for all crawlers.
pub(super) const EVERY_AGENT: &str = "*";

/// The known crawlers for which a `meta` may exist and whose names do not end in `bot`.
const AGENTS: [&str; 4] = ["googlebot-news", "slurp", "teoma", "msnbot"];

/// The directive whose value is a date, which may contain a comma.
const UNAVAILABLE_AFTER: &str = "unavailable_after";

/// The names that are directives, not crawlers, before a colon in an `X-Robots-Tag` header.
const DIRECTIVES: [&str; 21] = [
    "all",
    "index",
    "follow",
    "noindex",
    "nofollow",
    "none",
    "noarchive",
    "nocache",
    "nosnippet",
    "indexifembedded",
    "max-snippet",
    "max-image-preview",
    "max-video-preview",
    "notranslate",
    "noimageindex",
    "nositelinkssearchbox",
    UNAVAILABLE_AFTER,
    "noai",
    "noimageai",
    "noodp",
    "noydir",
];

/// Returns the crawler that a `meta` with this `name` addresses, in ASCII lower case, or [`EVERY_AGENT`]. Returns
/// `None` if the `meta` is not for crawlers.
pub(super) fn agent<'a>(name: &'a str, bump: &'a Bump) -> Option<&'a str> {
    let name = name.trim_ascii();
    if name.eq_ignore_ascii_case("robots") {
        return Some(EVERY_AGENT);
    }
    let is_bot = name.as_bytes().last_chunk().is_some_and(|end: &[u8; 3]| end.eq_ignore_ascii_case(b"bot"));
    (is_bot || is_any(name, &AGENTS)).then(|| lower_case(name, bump))
}

/// Returns the crawler that the value of an `X-Robots-Tag` header addresses, in the form of [`agent`], and its
/// directives.
pub(super) fn header<'a>(value: &'a str, bump: &'a Bump) -> (&'a str, &'a [&'a str]) {
    if let Some((agent, list)) = value.split_once(':') {
        let agent = agent.trim_ascii();
        let is_name = !agent.is_empty() && !agent.contains(|next: char| next == ',' || next.is_ascii_whitespace());
        if is_name && !is_any(agent, &DIRECTIVES) {
            return (lower_case(agent, bump), directives(list, bump));
        }
    }
    (EVERY_AGENT, directives(value, bump))
}

/// Returns the directives of a comma-separated list, in ASCII lower case, without white space around them and around
/// their colon. Dates keep their case. A directive is copied only if this changes it.
pub(super) fn directives<'a>(list: &'a str, bump: &'a Bump) -> &'a [&'a str] {
    let mut directives = Vec::new_in(bump);
    let mut rest = Some(list);
    while let Some(text) = rest {
        let (directive, after) = split_directive(text);
        rest = after;
        if !directive.is_empty() {
            directives.push(normalised(directive, bump));
        }
    }
    directives.into_bump_slice()
}

/// Splits a list after its first directive. A date may contain one comma if a digit follows it, as in `Friday,
/// 25-Jun-10`.
fn split_directive(list: &str) -> (&str, Option<&str>) {
    let Some((first, after)) = list.split_once(',') else { return (list.trim_ascii(), None) };
    let is_date = first.split_once(':').is_some_and(|(name, _)| is_unavailable_after(name));
    if !is_date || !after.trim_ascii_start().starts_with(|next: char| next.is_ascii_digit()) {
        return (first.trim_ascii(), Some(after));
    }
    let end = after.find(',').unwrap_or(after.len());
    let (date, _) = list.split_at(first.len() + 1 + end);
    (date.trim_ascii(), after.get(end + 1..))
}

fn normalised<'a>(directive: &'a str, bump: &'a Bump) -> &'a str {
    let Some((name, value)) = directive.split_once(':') else { return lower_case(directive, bump) };
    let (name, value) = (name.trim_ascii_end(), value.trim_ascii_start());
    let lower = if is_unavailable_after(name) { name } else { directive };
    if name.len() + 1 + value.len() == directive.len() && !has_upper_case(lower) {
        return directive;
    }
    let mut normalised = String::with_capacity_in(directive.len(), bump);
    normalised.push_str(name);
    normalised.push(':');
    normalised.push_str(value);
    let lower = if is_unavailable_after(name) { name.len() } else { normalised.len() };
    if let Some(lower) = normalised.get_mut(..lower) {
        lower.make_ascii_lowercase();
    }
    normalised.into_bump_str()
}

fn is_unavailable_after(name: &str) -> bool {
    name.trim_ascii().eq_ignore_ascii_case(UNAVAILABLE_AFTER)
}

fn is_any(name: &str, known: &[&str]) -> bool {
    known.iter().any(|known| name.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_directives() {
        let table: [(&str, &[&str]); 17] = [
            ("", &[]),
            (" , ,", &[]),
            ("noindex", &["noindex"]),
            (
                "NoIndex, max-snippet:-1 ,max-image-preview:Large",
                &["noindex", "max-snippet:-1", "max-image-preview:large"],
            ),
            ("Max-Snippet : 20,\n\tNONE\u{C}", &["max-snippet:20", "none"]),
            ("noindex nofollow", &["noindex nofollow"]),
            ("nofollow,nofollow", &["nofollow", "nofollow"]),
            ("a:b : C", &["a:b : c"]),
            (":", &[":"]),
            ("unavailable_after: 25 Jun 2010 15:00:00 PST", &["unavailable_after:25 Jun 2010 15:00:00 PST"]),
            (
                "Unavailable_After : Friday, 25-Jun-10 15:00:00 PST, NOINDEX",
                &["unavailable_after:Friday, 25-Jun-10 15:00:00 PST", "noindex"],
            ),
            ("unavailable_after:Sat, 1 Jan, 2 Feb", &["unavailable_after:Sat, 1 Jan", "2 feb"]),
            ("unavailable_after:Sat,1", &["unavailable_after:Sat,1"]),
            ("unavailable_after:Sat, noindex", &["unavailable_after:Sat", "noindex"]),
            ("unavailable_after, 1 Jan", &["unavailable_after", "1 jan"]),
            ("max-snippet:1, 2", &["max-snippet:1", "2"]),
            ("É, ü:É", &["É", "ü:É"]),
        ];
        let bump = Bump::new();
        for (list, expected) in table {
            assert_eq!(directives(list, &bump), expected, "{list:?}");
        }
    }

    #[test]
    fn finds_the_agent_of_a_meta() {
        let table = [
            ("robots", Some("*")),
            (" ROBOTS\n", Some("*")),
            ("googlebot", Some("googlebot")),
            ("BingBot", Some("bingbot")),
            ("GoogleBot-News", Some("googlebot-news")),
            ("slurp", Some("slurp")),
            ("Teoma", Some("teoma")),
            ("bot", Some("bot")),
            ("ébot", Some("ébot")),
            ("robot s", None),
            ("viewport", None),
            ("ot", None),
            ("", None),
        ];
        let bump = Bump::new();
        for (name, expected) in table {
            assert_eq!(agent(name, &bump), expected, "{name:?}");
        }
    }

    #[test]
    fn finds_the_agent_of_a_header() {
        let table: [(&str, &str, &[&str]); 13] = [
            ("noindex", "*", &["noindex"]),
            ("GoogleBot: NoIndex, nofollow", "googlebot", &["noindex", "nofollow"]),
            (" otherbot : noindex", "otherbot", &["noindex"]),
            ("*: noindex", "*", &["noindex"]),
            ("unavailable_after: 25 Jun 2010 15:00:00 PST", "*", &["unavailable_after:25 Jun 2010 15:00:00 PST"]),
            ("x: unavailable_after: Friday, 25-Jun-10", "x", &["unavailable_after:Friday, 25-Jun-10"]),
            ("Max-Snippet: 5", "*", &["max-snippet:5"]),
            ("noindex, max-snippet: 5", "*", &["noindex", "max-snippet:5"]),
            ("noindex, googlebot: nofollow", "*", &["noindex", "googlebot:nofollow"]),
            ("two words: noindex", "*", &["two words:noindex"]),
            ("a:", "a", &[]),
            (": noindex", "*", &[":noindex"]),
            ("", "*", &[]),
        ];
        let bump = Bump::new();
        for (value, agent, directives) in table {
            assert_eq!(header(value, &bump), (agent, directives), "{value:?}");
        }
    }

    #[test]
    fn adversarial_lists_take_linear_time_and_space() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        let pieces = [
            ",",
            ":",
            "a,",
            "A,",
            "A: ",
            " ",
            "unavailable_after:",
            "unavailable_after:,1",
            "unavailable_after:a,",
            "(",
        ];
        for piece in pieces {
            let bump = Bump::new();
            let list = piece.repeat(LONG / piece.len());
            header(&list, &bump);
            agent(&list, &bump);
            directives(&alloc::format!("unavailable_after:{list}"), &bump);
            assert!(bump.allocated_bytes() <= 128 * list.len(), "{piece:?}");
        }
    }
}
