//! Generates sets of pages from a seed, the same on every machine.

use crate::corpus::Document;

/// The sets.
pub const SETS: [&str; 5] = ["tag-dense", "text-dense", "script-heavy", "mixed", "small-pages"];

/// The minimum size of a set in bytes. Its last page may exceed it.
const SET_BYTES: usize = 10 << 20;
const SMALL_SET_BYTES: usize = 4 << 20;

/// Returns the pages of a set; `None` if the set is unknown.
pub fn documents(set: &str) -> Option<Vec<Document>> {
    let (page, bytes): (fn(&mut Writer), usize) = match set {
        "tag-dense" => (Writer::table_page, SET_BYTES),
        "text-dense" => (Writer::prose_page, SET_BYTES),
        "script-heavy" => (Writer::application_page, SET_BYTES),
        "mixed" => (Writer::mixed_page, SET_BYTES),
        "small-pages" => (Writer::small_page, SMALL_SET_BYTES),
        _ => return None,
    };
    let mut writer = Writer::new(set.len() as u64);
    let mut documents = Vec::new();
    let mut total = 0;
    while total < bytes {
        page(&mut writer);
        let html = std::mem::take(&mut writer.html);
        // One page in five has CRLF line ends.
        let html = if set == "mixed" && writer.random.below(5) == 0 { crlf(&html) } else { html };
        total += html.len();
        documents.push(Document { name: format!("{set} {}", documents.len()), html });
    }
    Some(documents)
}

/// Returns the pages with CRLF line ends.
pub fn with_crlf(documents: &[Document]) -> Vec<Document> {
    documents.iter().map(|page| Document { name: page.name.clone(), html: crlf(&page.html) }).collect()
}

/// Returns the pages with LF line ends.
pub fn with_lf(documents: &[Document]) -> Vec<Document> {
    documents.iter().map(|page| Document { name: page.name.clone(), html: lf(&page.html) }).collect()
}

fn crlf(html: &str) -> String {
    lf(html).replace('\n', "\r\n")
}

fn lf(html: &str) -> String {
    html.replace("\r\n", "\n").replace('\r', "\n")
}

/// The SplitMix64 generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ bits >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// Returns true with a probability of `percent`.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Writes a page.
struct Writer {
    random: Random,
    words: Vec<String>,
    html: String,
}

const ELEMENTS: [&str; 12] = ["div", "div", "div", "span", "span", "li", "p", "section", "h3", "td", "strong", "em"];
const CLASSES: [&str; 10] =
    ["nav", "item", "col-md-6", "teaser", "btn btn-primary", "icon", "row clearfix", "widget-title", "price", "meta"];
const ENTITIES: [&str; 6] = ["&nbsp;", "&amp;", "&raquo;", "&#8217;", "&copy;", "&mdash;"];

impl Writer {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut word = || {
            let len = random.choose(&[2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 11]);
            (0..len).map(|_| char::from(random.choose(b"etaoinshrdlucmfwypvbgk"))).collect()
        };
        let words = (0..2000).map(|_| word()).collect();
        Self { random, words, html: String::new() }
    }

    fn put(&mut self, text: &str) {
        self.html.push_str(text);
    }

    fn word(&mut self) -> String {
        let index = self.random.below(self.words.len());
        self.words[index].clone()
    }

    fn sentence(&mut self, words: usize) {
        for index in 0..words {
            if index > 0 {
                self.put(" ");
            }
            let word = self.word();
            self.put(&word);
        }
    }

    /// A table with short attributes: a tag every nine bytes.
    fn table_page(&mut self) {
        self.put("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>t</title></head><body><table>");
        for row in 0..self.random.between(150, 900) {
            self.put(&format!("<tr id=\"r{row}\">"));
            for column in 0..self.random.between(4, 12) {
                let number = self.random.below(100_000);
                let word = self.word();
                let cell = match self.random.below(100) {
                    0..45 => format!("<td>{number}</td>"),
                    45..70 => format!("<td class=\"c{column}\">{number}</td>"),
                    70..80 => format!("<td class=n><b>{number}</b></td>"),
                    80..93 => format!("<td><a href=\"/i/{number}\">{word}</a></td>"),
                    93..97 => format!("<td><input type=checkbox checked name=\"q{column}\"></td>"),
                    _ => format!("<td>{number} &amp; &lt;{column}</td>"),
                };
                self.put(&cell);
            }
            self.put("</tr>\n");
        }
        self.put("</table></body></html>");
    }

    /// Long paragraphs with little markup.
    fn prose_page(&mut self) {
        self.put("<!DOCTYPE html>\n<html>\n<head>\n<title>prose</title>\n</head>\n<body>\n");
        for _ in 0..self.random.between(30, 140) {
            self.put("<p>");
            let words = self.random.between(30, 110);
            self.sentence(words);
            if self.random.chance(30) {
                self.put(" &mdash;");
            }
            if self.random.chance(30) {
                let word = self.word();
                self.put(&format!(" <em>{word}</em> "));
            }
            let words = self.random.between(30, 110);
            self.sentence(words);
            self.put(".</p>\n");
        }
        self.put("</body>\n</html>\n");
    }

    /// A page of a script application: scripts, styles, data, and little markup.
    fn application_page(&mut self) {
        self.put("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>app</title><style>");
        for _ in 0..self.random.between(100, 500) {
            let (one, other) = (self.word(), self.word());
            let (color, margin) = (self.random.below(1 << 24), self.random.below(10));
            self.put(&format!(".{one}>{other}:hover{{color:#{color:06x};margin:0 {margin}px}}"));
        }
        self.put("</style>");
        for _ in 0..self.random.between(2, 6) {
            let bytes = self.random.between(5_000, 60_000);
            self.script(bytes);
        }
        self.put("<script type=\"application/ld+json\">");
        let entries = self.random.between(20, 80);
        self.data(entries);
        self.put("</script></head><body><div id=\"root\"></div>");
        for _ in 0..self.random.between(3, 20) {
            let (one, other) = (self.word(), self.word());
            self.put(&format!("<div class=\"{one}\"><a href=\"/{other}\">{other}</a></div>"));
        }
        self.put("</body></html>");
    }

    /// A minified script of at least `bytes` bytes.
    fn script(&mut self, bytes: usize) {
        self.put("<script>");
        let end = self.html.len() + bytes;
        while self.html.len() < end {
            let [a, b, c] = [0; 3].map(|_| char::from(b'a' + self.random.below(26) as u8));
            let (word, number) = (self.word(), self.random.below(1000));
            let statement = match self.random.below(6) {
                0 => format!("function {a}({b},{c}){{return {b}<{c}?{b}:{c}&&{a}({c})}}"),
                1 => {
                    format!("var {a}=document.createElement(\"div\");{a}.innerHTML=\"<p class=\\\"{word}\\\"><\\/p>\";")
                }
                2 => format!("for(var {a}=0;{a}<{b}.length;{a}++){c}[{a}]={b}[{a}]<<2;"),
                3 => format!("!function({a}){{{a}.{word}=function(){{return this.{word}({number})}}}}({b});"),
                4 => format!("\"{word}\"===typeof {a}&&({b}={a}.{word}.{word});"),
                _ => format!("{a}({{type:\"{word}\",url:\"https://{word}.example/?a={number}&b={word}\",d:!0}});"),
            };
            self.put(&statement);
        }
        self.put("</script>");
    }

    /// A list of links as JSON.
    fn data(&mut self, entries: usize) {
        self.put("{\"@context\":\"https://schema.org\",\"@type\":\"ItemList\",\"itemListElement\":[");
        for position in 0..entries {
            let word = self.word();
            let comma = if position == 0 { "" } else { "," };
            self.put(&format!(
                "{comma}{{\"position\":{position},\"url\":\"https://{word}.example/{position}\",\"name\":\""
            ));
            self.sentence(8);
            self.put("\"}");
        }
        self.put("]}");
    }

    /// A typical page of 20 to 200 kB.
    fn mixed_page(&mut self) {
        let bytes = self.random.between(10_000, 100_000) + self.random.below(100_000);
        self.site_page(bytes);
    }

    /// A typical page of 1 to 10 kB.
    fn small_page(&mut self) {
        let bytes = self.random.between(500, 4_500) + self.random.below(5_000);
        self.site_page(bytes.saturating_sub(1_000));
    }

    fn site_page(&mut self, bytes: usize) {
        self.put("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n");
        self.put("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n  <meta charset=\"utf-8\" />\n  <title>");
        self.sentence(6);
        self.put("</title>\n");
        for name in ["description", "keywords", "og:title"] {
            self.put(&format!("  <meta name=\"{name}\" content=\""));
            self.sentence(9);
            self.put("\" />\n");
        }
        let word = self.word();
        self.put(&format!("  <link rel=\"stylesheet\" type=\"text/css\" href=\"/css/{word}.css?v=3\" />\n"));
        self.put("</head>\n<body>\n");
        let end = self.html.len() + bytes;
        while self.html.len() < end {
            match self.random.below(100) {
                0..40 => self.teaser(),
                40..66 => self.menu(),
                66..91 => self.paragraph(),
                91..93 => self.put("<!-- begin of the column, do not remove -->\n"),
                93..97 => {
                    let bytes = self.random.between(300, 4 * (bytes / 20).clamp(100, 3_000));
                    self.script(bytes);
                    self.put("\n");
                }
                _ => self.old_markup(),
            }
        }
        self.put("</body>\n</html>\n");
    }

    /// A box with a picture and a link.
    fn teaser(&mut self) {
        let (class, number) = (self.random.choose(&CLASSES), self.random.below(100_000));
        let (word, element) = (self.word(), self.random.choose(&ELEMENTS));
        self.put(&format!("      <{element} class=\"{class}\" id=\"box-{number}\">\n        <a href=\""));
        self.put(&format!("https://www.{word}.example/articles/{number}/{word}?ref=home&amp;pos={}\">", number % 9));
        self.put(&format!("<img src=\"/images/{word}/{number}.jpg\" width=\"120\" height=\"90\" alt=\""));
        let words = self.random.between(1, 5);
        self.sentence(words);
        self.put("\" /></a>\n        <h3>");
        self.sentence(words);
        self.put(&format!("</h3>\n      </{element}>\n"));
    }

    /// A list of links.
    fn menu(&mut self) {
        self.put("\n    <ul class=\"menu\">\n");
        for _ in 0..self.random.between(2, 6) {
            let (word, entity) = (self.word(), self.random.choose(&ENTITIES));
            self.put(&format!("      <li><a href=\"/{word}/\" title=\"{word}\">{word}{entity}</a></li>\n"));
        }
        self.put("    </ul>\n");
    }

    fn paragraph(&mut self) {
        self.put("  <p>");
        let words = self.random.between(5, 60);
        self.sentence(words);
        let (word, entity) = (self.word(), self.random.choose(&ENTITIES));
        self.put(&format!(" <strong>{word}</strong>{entity}é "));
        self.sentence(words / 2);
        self.put("</p>\n");
    }

    /// Markup of twenty years ago, with its errors.
    fn old_markup(&mut self) {
        let (word, number) = (self.word(), self.random.below(600));
        let markup = match self.random.below(6) {
            0 => format!("<TABLE WIDTH={number} border=0><TR><TD align='left'>{word}</TD></TR></TABLE>\n"),
            1 => format!("<input type=checkbox checked disabled name={word}><br/>\n"),
            2 => format!("<font color='#00{number}' size=\"2\" color=\"red\">{word} < {number}</font>\n"),
            3 => format!("<a href=\"/?a=1&b={number}\"title=\"{word}\">{word}</a>\n"),
            4 => format!("<td nowrap = \"nowrap\" width = {number}>{word}</td >\n"),
            _ => format!("<img src=/i/{word}.gif alt=\"\"><hr />\n"),
        };
        self.put(&markup);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(documents: &[Document]) -> usize {
        documents.iter().map(|document| document.html.len()).sum()
    }

    /// The FNV-1a checksum of the pages.
    fn checksum(documents: &[Document]) -> u64 {
        documents
            .iter()
            .flat_map(|document| document.html.bytes())
            .fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
    }

    /// Tags in a thousand bytes.
    fn tags(documents: &[Document]) -> f64 {
        let opens = |pair: &[u8]| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || pair[1] == b'/');
        let tags =
            documents.iter().map(|document| document.html.as_bytes().windows(2).filter(|pair| opens(pair)).count());
        tags.sum::<usize>() as f64 * 1000.0 / bytes(documents) as f64
    }

    #[test]
    fn sets_are_reproducible_and_have_their_tag_density() {
        let expected = [
            ("tag-dense", 0xC24A4A23D8E50729, 95.0..115.0),
            ("text-dense", 0xB50FA7D3A0B66792, 2.0..4.0),
            ("script-heavy", 0x4503CAA85F2F3A5D, 0.0..12.0),
            ("mixed", 0xA3B34D2E60DD0429, 10.0..25.0),
            ("small-pages", 0x7009EB4AAFE0169F, 10.0..30.0),
        ];
        for (set, sum, range) in expected {
            let documents = documents(set).expect("a set");
            assert!(range.contains(&tags(&documents)), "{set} has {} tags a kB", tags(&documents));
            assert_eq!(checksum(&documents), sum, "{set}");
            assert!(documents.windows(2).all(|pair| pair[0].html != pair[1].html), "{set} repeats a page");
        }
    }

    #[test]
    fn small_pages_are_small() {
        let mut sizes: Vec<usize> =
            documents("small-pages").expect("a set").iter().map(|page| page.html.len()).collect();
        sizes.sort_unstable();
        let median = sizes[sizes.len() / 2];
        assert!((3_000..5_500).contains(&median), "the median is {median}");
        assert!(sizes[0] > 600 && sizes[sizes.len() - 1] < 10_240, "{} to {}", sizes[0], sizes[sizes.len() - 1]);
    }

    #[test]
    fn line_ends_are_converted() {
        let page = [Document { name: String::new(), html: "a\r\nb\rc\nd\r\r\n\n".to_owned() }];
        assert_eq!(with_lf(&page)[0].html, "a\nb\nc\nd\n\n\n");
        assert_eq!(with_crlf(&page)[0].html, "a\r\nb\r\nc\r\nd\r\n\r\n\r\n");
    }
}
