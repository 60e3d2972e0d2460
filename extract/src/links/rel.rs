//! The `rel` attribute: its tokens, and the kind of `link` that they give.

use crate::link_kind::LinkKind;
use crate::text::strings::lower_case;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The tokens with which `link` fetches a resource of the page.
#[rustfmt::skip]
const EMBEDS: [&str; 10] = [
    "stylesheet", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "manifest", "preload",
    "modulepreload", "prefetch", "prerender",
];
/// The tokens that announce a host.
const HINTS: [&str; 2] = ["dns-prefetch", "preconnect"];

/// Returns the first `most` tokens of a `rel` attribute: split on
/// [ASCII white space](https://infra.spec.whatwg.org/#split-on-ascii-whitespace), in ASCII lower case. The second value
/// is true if others were left out.
pub(crate) fn tokens<'a>(bump: &'a Bump, value: &'a str, most: usize) -> (&'a [&'a str], bool) {
    let mut tokens = Vec::new_in(bump);
    for token in value.split_ascii_whitespace() {
        if tokens.len() >= most {
            return (tokens.into_bump_slice(), true);
        }
        tokens.push(lower_case(token, bump));
    }
    (tokens.into_bump_slice(), false)
}

/// Returns the kind of a `link` with these `rel` tokens.
pub(crate) fn kind(rel: &[&str]) -> LinkKind {
    let has = |known: &[&str]| rel.iter().any(|token| known.contains(token));
    if has(&EMBEDS) {
        LinkKind::Embed
    } else if has(&HINTS) {
        LinkKind::Hint
    } else {
        LinkKind::Link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_tokens_on_ascii_white_space_only() {
        let bump = Bump::new();
        let expected = ["nofollow", "ugc,me", "a\u{A0}b"];
        let value = " NoFollow\x0Cugc,me\t a\u{A0}b ";
        assert_eq!(tokens(&bump, value, 3), (&expected[..], false));
        assert_eq!(tokens(&bump, value, 2), (&expected[..2], true));
        assert!(tokens(&bump, "", 3).0.is_empty());
    }

    #[test]
    fn tokens_determine_the_kind() {
        assert_eq!(kind(&["alternate", "stylesheet"]), LinkKind::Embed);
        assert_eq!(kind(&["preconnect"]), LinkKind::Hint);
        assert_eq!(kind(&["canonical"]), LinkKind::Link);
        assert_eq!(kind(&[]), LinkKind::Link);
    }
}
