//! Directives for crawlers: `robots` metas and `X-Robots-Tag` headers.

use crate::text::strings::{concat, has_upper_case, lower_case};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The agent name for all crawlers.
pub(crate) const EVERY_AGENT: &str = "*";

/// The known crawlers for which a `meta` may exist and whose names do not end in `bot`.
const AGENTS: [&str; 4] = ["googlebot-news", "slurp", "teoma", "msnbot"];

/// Further crawlers, whose names pages use in the same way.
#[rustfmt::skip]
const MORE_AGENTS: [&str; 14] = [
    "adsbot-google", "adsbot-google-mobile", "anthropic-ai", "applebot-extended", "baiduspider", "bytespider",
    "chatgpt-user", "claude-web", "cohere-ai", "google-extended", "googleother", "mediapartners-google",
    "meta-externalagent", "yandex",
];

/// The directive whose value is a date, which may contain a comma.
const UNAVAILABLE_AFTER: &str = "unavailable_after";

/// The names that are directives, not crawlers, before a colon in an `X-Robots-Tag` header.
#[rustfmt::skip]
const DIRECTIVES: [&str; 21] = [
    "all", "index", "follow", "noindex", "nofollow", "none", "noarchive", "nocache", "nosnippet", "indexifembedded",
    "max-snippet", "max-image-preview", "max-video-preview", "notranslate", "noimageindex", "nositelinkssearchbox",
    UNAVAILABLE_AFTER, "noai", "noimageai", "noodp", "noydir",
];

/// Maximum number of directives of a page.
pub(crate) const MAX_DIRECTIVES: usize = 1 << 16;

/// Returns the crawler that a `meta` with this `name` addresses, in ASCII lower case, or [`EVERY_AGENT`]. Returns
/// `None` if the `meta` is not for crawlers.
pub(crate) fn agent<'a>(name: &'a str, bump: &'a Bump) -> Option<&'a str> {
    let name = name.trim_ascii();
    if name.eq_ignore_ascii_case("robots") {
        return Some(EVERY_AGENT);
    }
    let is_bot = name.as_bytes().last_chunk().is_some_and(|end: &[u8; 3]| end.eq_ignore_ascii_case(b"bot"));
    (is_bot || is_any(name, &AGENTS)).then(|| lower_case(name, bump))
}

/// Returns the same for a longer list of crawlers, and for `crawler`.
pub(crate) fn any_agent<'a>(name: &'a str, crawler: Option<&str>, bump: &'a Bump) -> Option<&'a str> {
    let is_another = || {
        let name = name.trim_ascii();
        is_any(name, &MORE_AGENTS) || crawler.is_some_and(|crawler| name.eq_ignore_ascii_case(crawler))
    };
    agent(name, bump).or_else(|| is_another().then(|| lower_case(name.trim_ascii(), bump)))
}

/// Returns the crawler that the value of an `X-Robots-Tag` header addresses, in the form of [`agent`], and its first
/// `most` directives.
pub(crate) fn header<'a>(value: &'a str, most: usize, bump: &'a Bump) -> (&'a str, Directives<'a>) {
    match split_agent(value) {
        Some((agent, list)) => (lower_case(agent, bump), directives(list, most, bump)),
        None => (EVERY_AGENT, directives(value, most, bump)),
    }
}

/// Splits an `X-Robots-Tag` header after the name of a crawler at its start and the colon.
fn split_agent(value: &str) -> Option<(&str, &str)> {
    let at = value.find([':', ','])?;
    let (agent, list) = (value.get(..at)?.trim_ascii(), value.get(at..)?.strip_prefix(':')?);
    let is_name = !agent.is_empty() && !agent.contains(|next: char| next.is_ascii_whitespace());
    (is_name && !is_any(agent, &DIRECTIVES)).then_some((agent, list))
}

/// Calls `push` with the crawler and the directive, for each directive of an `X-Robots-Tag` header. A crawler may be
/// named before any directive, and applies to those that follow: `noindex, a: nofollow, noai`.
pub(crate) fn each_in_header<'a>(value: &'a str, bump: &'a Bump, mut push: impl FnMut(&'a str, &'a str)) {
    let mut agent = EVERY_AGENT;
    let mut rest = Some(value);
    while let Some(mut text) = rest {
        if let Some((name, after)) = split_agent(text) {
            (agent, text) = (lower_case(name, bump), after);
        }
        let (directive, after) = split_directive(text);
        rest = after;
        if !directive.is_empty() {
            push(agent, normalised(directive, bump));
        }
    }
}

/// Directives, and true if others were left out.
pub(crate) type Directives<'a> = (&'a [&'a str], bool);

/// Returns the first `most` directives of a comma-separated list, in ASCII lower case, without white space around them
/// and around their colon. Dates keep their case. A directive is copied only if this changes it.
pub(crate) fn directives<'a>(list: &'a str, most: usize, bump: &'a Bump) -> Directives<'a> {
    let (mut all, mut is_truncated) = (Vec::new_in(bump), false);
    each(list, bump, |directive| {
        is_truncated = all.len() >= most;
        if !is_truncated {
            all.push(directive);
        }
        !is_truncated
    });
    (all.into_bump_slice(), is_truncated)
}

/// Calls `push` with each directive of a list, in the form of [`directives`], until it returns false.
pub(crate) fn each<'a>(list: &'a str, bump: &'a Bump, mut push: impl FnMut(&'a str) -> bool) {
    let mut rest = Some(list);
    while let Some(text) = rest {
        let (directive, after) = split_directive(text);
        rest = after;
        if !directive.is_empty() && !push(normalised(directive, bump)) {
            return;
        }
    }
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
    let is_date = is_unavailable_after(name);
    let lower = if is_date { name } else { directive };
    if name.len() + 1 + value.len() == directive.len() && !has_upper_case(lower) {
        return directive;
    }
    let value = if is_date { value } else { lower_case(value, bump) };
    concat([lower_case(name, bump), ":", value], bump)
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
            assert_eq!(directives(list, usize::MAX, &bump), (expected, false), "{list:?}");
        }
    }

    #[test]
    fn directives_past_the_limit_are_left_out() {
        let bump = Bump::new();
        for (most, expected) in [(0, (&[][..], true)), (1, (&["a"][..], true)), (2, (&["a", "b"][..], false))] {
            assert_eq!(directives("a,,b,", most, &bump), expected);
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
            assert_eq!(header(value, usize::MAX, &bump), (agent, (directives, false)), "{value:?}");
        }
    }

    #[test]
    fn finds_more_agents() {
        let bump = Bump::new();
        for (name, expected) in [
            (" Google-Extended", Some("google-extended")),
            ("CCBot", Some("ccbot")),
            ("robots", Some("*")),
            ("generator", None),
        ] {
            assert_eq!(any_agent(name, None, &bump), expected, "{name:?}");
        }
        assert_eq!(any_agent(" Examiner", Some("examiner"), &bump), Some("examiner"));
        assert_eq!(any_agent("examiner2", Some("examiner"), &bump), None);
        assert!(MORE_AGENTS.iter().all(|name| agent(name, &bump).is_none()));
    }

    #[test]
    fn finds_each_directive_of_a_header() {
        let table: [(&str, &[(&str, &str)]); 8] = [
            ("noindex", &[("*", "noindex")]),
            (
                "BadBot: noindex, nofollow, googlebot: NoFollow",
                &[("badbot", "noindex"), ("badbot", "nofollow"), ("googlebot", "nofollow")],
            ),
            ("noai, ccbot : noml", &[("*", "noai"), ("ccbot", "noml")]),
            ("a: max-snippet: 5, b: x", &[("a", "max-snippet:5"), ("b", "x")]),
            (
                "noai, x: unavailable_after: Friday, 25-Jun-10, noml",
                &[("*", "noai"), ("x", "unavailable_after:Friday, 25-Jun-10"), ("x", "noml")],
            ),
            ("two words: noindex", &[("*", "two words:noindex")]),
            ("a:, b", &[("a", "b")]),
            (" ,", &[]),
        ];
        let bump = Bump::new();
        for (value, expected) in table {
            let mut found = alloc::vec::Vec::new();
            each_in_header(value, &bump, |agent, directive| found.push((agent, directive)));
            assert_eq!(found, expected, "{value:?}");
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
            header(&list, usize::MAX, &bump);
            each_in_header(&list, &bump, |_, _| {});
            agent(&list, &bump);
            directives(&alloc::format!("unavailable_after:{list}"), usize::MAX, &bump);
            assert!(bump.allocated_bytes() <= 128 * list.len(), "{piece:?}");
        }
    }
}
