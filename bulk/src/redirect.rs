//! Which responses are redirects.

use crate::input::InputPage;

/// Returns the target of a redirect: the `Location` of a response whose status is 3xx
/// ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#section-15.4)).
pub(crate) fn target(status: Option<u16>, location: Option<&str>) -> Option<&str> {
    location.filter(|_| status.is_some_and(|status| status / 100 == 3))
}

/// Returns the target of the redirect that the response of `page` is, whose status is `status`.
pub(crate) fn target_of(page: &InputPage, status: Option<u16>) -> Option<&str> {
    let location = page.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"));
    target(status, location.map(|(_, value)| value.as_str()))
}
