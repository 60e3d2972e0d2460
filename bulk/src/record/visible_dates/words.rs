//! The words that classify dates: parts of classes, and words before a date.

/// The element has the publication date.
pub(super) const DATE: u8 = 1;
/// The element has a date of something else, whatever other parts say.
const NO_DATE: u8 = 1 << 1;
/// The element has the author or the date.
pub(super) const BYLINE: u8 = 1 << 2;
/// The element has the day of the last change.
pub(super) const MODIFIED: u8 = 1 << 3;
/// The element is of a comment.
pub(super) const COMMENT: u8 = 1 << 4;
/// The element contains other articles, at any depth.
pub(super) const OTHERS: u8 = 1 << 5;
/// The element itself is of something else.
pub(super) const ELSEWHERE: u8 = 1 << 6;
/// The class names the subject of an article, and says nothing about the element.
const SUBJECT: u8 = 1 << 7;

/// Parts of classes, sorted, with their meanings.
const PARTS: &[(&str, u8)] = &[
    ("aktualis", MODIFIED),
    ("archive", ELSEWHERE),
    ("article-header", BYLINE),
    ("articleheader", BYLINE),
    ("author", BYLINE),
    ("autor", BYLINE),
    ("breadcrumb", ELSEWHERE),
    ("breaking", OTHERS),
    ("byline", BYLINE),
    ("candidate", NO_DATE),
    ("caption", ELSEWHERE),
    ("carousel", OTHERS),
    ("category-", SUBJECT),
    ("comment", COMMENT),
    ("copyright", ELSEWHERE),
    ("created", DATE),
    ("credit", BYLINE),
    ("current", ELSEWHERE),
    ("date", DATE),
    ("date-picker", NO_DATE),
    ("datepicker", NO_DATE),
    ("datum", DATE),
    ("details", BYLINE),
    ("disqus", COMMENT),
    ("edition", ELSEWHERE),
    ("erschien", DATE),
    ("event", ELSEWHERE),
    ("expir", NO_DATE),
    ("fecha", DATE),
    ("geaendert", MODIFIED),
    ("info", BYLINE),
    ("joined", ELSEWHERE),
    ("kicker", BYLINE),
    ("kommentar", COMMENT),
    ("lastmod", MODIFIED),
    ("latest", ELSEWHERE),
    ("lightbox", ELSEWHERE),
    ("login", ELSEWHERE),
    ("logo", ELSEWHERE),
    ("masthead", ELSEWHERE),
    ("menu", ELSEWHERE),
    ("meta", BYLINE),
    ("modif", NO_DATE | MODIFIED),
    ("nav-", ELSEWHERE),
    ("popular", ELSEWHERE),
    ("post", BYLINE),
    ("posted", DATE),
    ("profile", ELSEWHERE),
    ("promo", ELSEWHERE),
    ("publish", DATE),
    ("recent", OTHERS),
    ("recommend", OTHERS),
    ("related", OTHERS),
    ("replies", ELSEWHERE),
    ("reply", ELSEWHERE),
    ("respond", COMMENT),
    ("sidebar", ELSEWHERE),
    ("signature", ELSEWHERE),
    ("similar", OTHERS),
    ("slider", ELSEWHERE),
    ("subline", BYLINE),
    ("submitted", DATE),
    ("subtitle", BYLINE),
    ("tag-", SUBJECT),
    ("tag_", SUBJECT),
    ("teaser", ELSEWHERE),
    ("ticker", ELSEWHERE),
    ("time", BYLINE),
    ("timestamp", DATE),
    ("today", ELSEWHERE),
    ("toolbar", ELSEWHERE),
    ("top-bar", ELSEWHERE),
    ("topbar", ELSEWHERE),
    ("trending", ELSEWHERE),
    ("updat", NO_DATE | MODIFIED),
    ("validat", NO_DATE),
    ("veroeff", DATE),
    ("widget", OTHERS),
];

/// The index in [`PARTS`] of the first part that starts with each letter, and with a later one.
const FIRST: [usize; 27] = {
    let (mut first, mut letter) = ([PARTS.len(); 27], 27);
    while letter > 0 {
        letter -= 1;
        let mut index = PARTS.len();
        while index > 0 && PARTS[index - 1].0.as_bytes()[0] >= b'a' + letter as u8 {
            index -= 1;
        }
        first[letter] = index;
    }
    first
};

/// Returns the meanings of a class, in any case.
pub(super) fn meanings(class: &str) -> u8 {
    let class = class.as_bytes();
    let mut found = 0;
    for (index, byte) in class.iter().enumerate() {
        let letter = usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a'));
        if letter < 26 {
            for (part, meaning) in &PARTS[FIRST[letter]..FIRST[letter + 1]] {
                let rest = class[index..].get(..part.len());
                if rest.is_some_and(|rest| rest.eq_ignore_ascii_case(part.as_bytes())) {
                    found |= meaning;
                }
            }
        }
    }
    match found {
        _ if found & SUBJECT != 0 => 0,
        _ if found & NO_DATE != 0 => found & !(DATE | NO_DATE),
        _ => found,
    }
}

/// Words before the publication date, in lower case.
pub(super) const PUBLISHED: &[&str] = &[
    "published",
    "publish date",
    "publication date",
    "posted",
    "created",
    "written",
    "date",
    "online",
    "veröffentlicht",
    "veröffentlichung",
    "erstellt",
    "geschrieben",
    "datum",
    "erschienen",
    "eingestellt",
    "gepostet",
    "gespeichert",
    "stand",
    "pressemitteilung",
    "publié",
    "publiée",
    "mise en ligne",
    "pubblicato",
    "publicado",
    "publicada",
    "fecha",
    "data",
    "opublikowano",
    "опубликовано",
    "yayınlanma",
    "gepubliceerd",
    "publicerad",
    "udgivet",
    "publisert",
    "publikováno",
];

/// Words between those and the date.
pub(super) const PREPOSITIONS: &[&str] = &["am", "on", "vom", "le", "el", "il", "em", "the", "den", "at", "seit", "in"];

/// Parts of words before a date of something else.
pub(super) const NOT_PUBLISHED: &[&str] = &[
    "updat",
    "modif",
    "geänd",
    "änderung",
    "aktualis",
    "revis",
    "edited",
    "mis à jour",
    "mise à jour",
    "aggiorn",
    "überarbeitet",
    "visit",
    "access",
    "abgerufen",
    "retrieved",
    "registriert",
    "joined",
    "copyright",
    "©",
    "born",
    "geboren",
    "gültig",
    "valid",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_sorted_and_found() {
        assert!(PARTS.is_sorted());
        for (part, meaning) in PARTS {
            let found = meanings(&format!("x-{}_y", part.to_uppercase()));
            let is_found = found & meaning & !DATE == meaning & !DATE;
            assert!(is_found || meaning & (SUBJECT | NO_DATE) != 0, "{part}");
        }
        assert_eq!(meanings("PublishDate"), DATE);
        assert_eq!(meanings("date-updated"), MODIFIED);
        assert_eq!(meanings("tag-date"), 0);
        assert_eq!(meanings("é"), 0);
    }
}
