//! The names of contenders that ratios and pictures refer to.

/// The baseline of speeds and counts.
pub const HTML5EVER: &str = "html5ever";
/// The baseline of links.
pub const HTML5EVER_LINKS: &str = "html5ever links";
pub const HTML5GUM_COUNTING: &str = "html5gum counting emitter";
pub const LOL_HTML_SCAN: &str = "lol_html no handlers";
pub const LOL_HTML_LINKS: &str = "lol_html links";
pub const LEXBOR: &str = "lexbor";
pub const VISITED: &str = "tagrake visited";
/// Chunked input with the tree-builder simulator active from the first byte.
pub const FOLLOWED: &str = "tagrake in chunks of 64 KiB, all followed";
/// Blocks with scores, and their text and Markdown.
pub const MAIN: &str = "tagrake main content";
pub const DECODED: &str = "tagrake decoded";
pub const SPANS: &str = "tagrake spans";
pub const LINKS: &str = "tagrake links";
pub const EXTRACT: &str = "tagrake extract";
pub const TEXT: &str = "tagrake text";
pub const ERRORS: &str = "tagrake errors on";
pub const AVX2: &str = "tagrake avx2";
pub const SSE2: &str = "tagrake sse2";
pub const SCALAR: &str = "tagrake scalar";
