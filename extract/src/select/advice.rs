//! Advice about pseudo-classes that are not supported.

/// Returns the end of the message about the pseudo-class `name`, which is in lower case.
pub(super) fn pseudo_class_advice(name: &str) -> &'static str {
    match name {
        "hover" | "active" | "focus" | "focus-within" | "focus-visible" | "visited" | "target" => {
            "depends on what a user does; remove it"
        }
        "checked" => "depends on what a user does; use `:is([checked], [selected])`",
        "disabled" => "is not supported; use `[disabled]`",
        "enabled" => "is not supported; use `:not([disabled])`",
        "required" => "is not supported; use `[required]`",
        "contains" | "-abx-contains" | "icontains" | "-soup-contains" => {
            "is not part of CSS; select the elements and compare their text"
        }
        "scope" => "is the root of a document; use `:root`",
        "first" | "eq" | "gt" | "lt" | "last" | "even" | "odd" => {
            "is not part of CSS; use `:nth-child()`, or take one of the matches"
        }
        "lang" => "is not supported; use `[lang|=en]` for the element that declares the language",
        "is" | "not" | "where" | "has" | "nth-child" | "nth-last-child" | "nth-of-type" | "nth-last-of-type" => {
            "needs an argument in parentheses"
        }
        "before" | "after" | "first-line" | "first-letter" => "is a pseudo-element; select the element",
        _ => "is not a pseudo-class that a document without a browser has",
    }
}
