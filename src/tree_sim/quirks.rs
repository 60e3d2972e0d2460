//! The DOCTYPEs that put a document into [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks).

/// Prefixes of public identifiers that mean quirks mode, in lower case.
///
/// Source: [the initial insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode).
const PUBLIC_ID_PREFIXES: &[&[u8]] = &[
    b"+//silmaril//dtd html pro v0r11 19970101//",
    b"-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    b"-//as//dtd html 3.0 aswedit + extensions//",
    b"-//ietf//dtd html 2.0 level 1//",
    b"-//ietf//dtd html 2.0 level 2//",
    b"-//ietf//dtd html 2.0 strict level 1//",
    b"-//ietf//dtd html 2.0 strict level 2//",
    b"-//ietf//dtd html 2.0 strict//",
    b"-//ietf//dtd html 2.0//",
    b"-//ietf//dtd html 2.1e//",
    b"-//ietf//dtd html 3.0//",
    b"-//ietf//dtd html 3.2 final//",
    b"-//ietf//dtd html 3.2//",
    b"-//ietf//dtd html 3//",
    b"-//ietf//dtd html level 0//",
    b"-//ietf//dtd html level 1//",
    b"-//ietf//dtd html level 2//",
    b"-//ietf//dtd html level 3//",
    b"-//ietf//dtd html strict level 0//",
    b"-//ietf//dtd html strict level 1//",
    b"-//ietf//dtd html strict level 2//",
    b"-//ietf//dtd html strict level 3//",
    b"-//ietf//dtd html strict//",
    b"-//ietf//dtd html//",
    b"-//metrius//dtd metrius presentational//",
    b"-//microsoft//dtd internet explorer 2.0 html strict//",
    b"-//microsoft//dtd internet explorer 2.0 html//",
    b"-//microsoft//dtd internet explorer 2.0 tables//",
    b"-//microsoft//dtd internet explorer 3.0 html strict//",
    b"-//microsoft//dtd internet explorer 3.0 html//",
    b"-//microsoft//dtd internet explorer 3.0 tables//",
    b"-//netscape comm. corp.//dtd html//",
    b"-//netscape comm. corp.//dtd strict html//",
    b"-//o'reilly and associates//dtd html 2.0//",
    b"-//o'reilly and associates//dtd html extended 1.0//",
    b"-//o'reilly and associates//dtd html extended relaxed 1.0//",
    b"-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    b"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    b"-//spyglass//dtd html 2.0 extended//",
    b"-//sq//dtd html 2.0 hotmetal + extensions//",
    b"-//sun microsystems corp.//dtd hotjava html//",
    b"-//sun microsystems corp.//dtd hotjava strict html//",
    b"-//w3c//dtd html 3 1995-03-24//",
    b"-//w3c//dtd html 3.2 draft//",
    b"-//w3c//dtd html 3.2 final//",
    b"-//w3c//dtd html 3.2//",
    b"-//w3c//dtd html 3.2s draft//",
    b"-//w3c//dtd html 4.0 frameset//",
    b"-//w3c//dtd html 4.0 transitional//",
    b"-//w3c//dtd html experimental 19960712//",
    b"-//w3c//dtd html experimental 970421//",
    b"-//w3c//dtd w3 html//",
    b"-//w3o//dtd w3 html 3.0//",
    b"-//webtechs//dtd mozilla html 2.0//",
    b"-//webtechs//dtd mozilla html//",
];

/// Prefixes of public identifiers that mean quirks mode if there is no system identifier.
const PUBLIC_ID_PREFIXES_WITHOUT_SYSTEM_ID: [&[u8]; 2] =
    [b"-//w3c//dtd html 4.01 frameset//", b"-//w3c//dtd html 4.01 transitional//"];

/// Complete public identifiers that mean quirks mode.
const PUBLIC_IDS: [&[u8]; 3] =
    [b"-//w3o//dtd w3 html strict 3.0//en//", b"-/w3c/dtd html 4.0 transitional/en", b"html"];

/// The system identifier that means quirks mode.
const SYSTEM_ID: &[u8] = b"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Returns true if a DOCTYPE without the force-quirks flag puts the document into quirks mode.
pub fn is_quirks(name: Option<&[u8]>, public_id: Option<&[u8]>, system_id: Option<&[u8]>) -> bool {
    let starts_with =
        |id: &[u8], prefix: &&[u8]| id.get(..prefix.len()).is_some_and(|id| id.eq_ignore_ascii_case(prefix));
    name != Some(b"html")
        || system_id.is_some_and(|id| id.eq_ignore_ascii_case(SYSTEM_ID))
        || public_id.is_some_and(|id| {
            PUBLIC_IDS.iter().any(|public_id| id.eq_ignore_ascii_case(public_id))
                || PUBLIC_ID_PREFIXES.iter().any(|prefix| starts_with(id, prefix))
                || system_id.is_none()
                    && PUBLIC_ID_PREFIXES_WITHOUT_SYSTEM_ID.iter().any(|prefix| starts_with(id, prefix))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doctypes_have_the_mode_of_the_standard() {
        const STRICT: &[u8] = b"-//W3C//DTD HTML 4.01//EN";
        const LOOSE: &[u8] = b"-//W3C//DTD HTML 4.01 Transitional//EN";
        const OLD: &[u8] = b"-//W3C//DTD HTML 3.2 Final//EN";
        let html = Some(&b"html"[..]);
        for (name, public_id, system_id, quirks) in [
            (html, None, None, false),
            (None, None, None, true),
            (Some(&b"svg"[..]), None, None, true),
            (html, Some(STRICT), None, false),
            (html, Some(LOOSE), None, true),
            (html, Some(LOOSE), Some(&b"http://www.w3.org/TR/html4/loose.dtd"[..]), false),
            (html, Some(OLD), Some(b""), true),
            (html, Some(b"HTML"), None, true),
            (html, Some(b"HTML "), None, false),
            (html, None, Some(b"HTTP://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"), true),
            (html, None, Some(b"about:legacy-compat"), false),
        ] {
            assert_eq!(is_quirks(name, public_id, system_id), quirks, "{public_id:?} {system_id:?}");
        }
    }
}
