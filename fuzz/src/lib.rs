//! Properties that hold on any input: one function each, that panics where the property does not hold.
//!
//! The targets in `fuzz_targets` hand them what libFuzzer invents; the tests here, what a seeded generator does.

use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, Engine, LineIndex, Options, ParseError, Position, Sink, StartTag, Stream,
    Text, TextState, Token, Tokenizer, tokenize,
};

/// The two engines give the same tokens, spans and errors, and the spans cover the input.
///
/// The last byte of `data` chooses the options, so that a page that ends with a newline is read with the default ones.
pub fn engines_agree(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    let options = options(choice ^ b'\n');
    let arena = Arena::new();

    let (expected, errors) = read(html, &options.clone().with_engine(Engine::Machine).with_errors(true), &arena);
    assert_cover(&expected, html.len());

    // The fast path reads with and without errors in different ways; without them nothing but the errors may change.
    let (tokens, fast_errors) = read(html, &options.clone().with_errors(true), &arena);
    assert_same_tokens(&tokens, &expected, html);
    assert_eq!(fast_errors, errors, "errors of {:?}", html.escape_ascii().to_string());

    let (tokens, no_errors) = read(html, &options, &arena);
    assert_same_tokens(&tokens, &expected, html);
    assert_eq!(no_errors, []);
}

/// An input in chunks gives the tokens, errors, lines and columns that it gives in one piece, with either engine.
///
/// The last byte of `data` chooses the options, the one before it the sizes of the chunks.
pub fn chunks_agree(data: &[u8]) {
    let [html @ .., size, choice] = data else { return };
    let options = options(choice ^ b'\n').with_errors(true);
    let lines = LineIndex::new(html);
    let mut whole = Told::default();
    let summary = tokenize(html, &options, &mut Arena::new(), &mut whole);
    whole.positions = whole.errors.iter().map(|error| lines.position(error.offset)).collect();
    for engine in [Engine::Auto, Engine::Machine] {
        let (mut stream, mut chunks) = (Stream::new(&options.clone().with_engine(engine)), Told::default());
        // Sizes are all the same, or change on the way: 1 to 256.
        let (mut rest, mut len) = (html, *size);
        while !rest.is_empty() {
            let (chunk, behind) = rest.split_at((usize::from(len) + 1).min(rest.len()));
            stream.feed(chunk, &mut chunks);
            (rest, len) = (behind, if size % 2 == 0 { len } else { len.wrapping_mul(5).wrapping_add(3) });
        }
        let found = stream.finish(&mut chunks);
        assert_eq!(chunks, whole, "{:?}, {engine:?}", html.escape_ascii().to_string());
        assert_eq!(found.unfinished(), summary.unfinished(), "{:?}", html.escape_ascii().to_string());
    }
}

/// What a sink was told.
#[derive(Debug, Default, PartialEq)]
struct Told {
    tokens: Vec<String>,
    errors: Vec<ParseError>,
    positions: Vec<Position>,
}

impl<'a> Sink<'a> for Told {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.tokens.push(format!("{doctype:?}"));
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tokens.push(format!("{tag:?} {:?} {}", tag.namespace(), tag.duplicate_attributes()));
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tokens.push(format!("{tag:?}"));
    }

    fn text(&mut self, text: Text<'a>) {
        self.tokens.push(format!("{text:?}"));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.tokens.push(format!("{comment:?}"));
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.tokens.push(format!("{dropped:?}"));
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn error_at(&mut self, error: ParseError, position: Position) {
        self.errors.push(error);
        self.positions.push(position);
    }
}

/// Returns the options that `choice` stands for: the default ones for 0.
fn options(choice: u8) -> Options {
    let bit = |number: u8| choice >> number & 1 == 1;
    Options::default()
        .with_initial_state(TextState::ALL[usize::from(choice & 7) % TextState::ALL.len()])
        .with_cdata(bit(3))
        .with_feedback(!bit(4))
        .with_scripting(bit(5))
        .with_last_start_tag(["", "title", "script", "xmp"][usize::from(choice >> 6)])
}

fn read<'a>(html: &'a [u8], options: &Options, arena: &'a Arena) -> (Vec<Token<'a>>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::with_options(html, options, arena);
    let tokens = tokenizer.by_ref().collect();
    (tokens, tokenizer.errors().to_vec())
}

/// Panics unless the spans of `tokens` follow each other from 0 to `len`.
fn assert_cover(tokens: &[Token<'_>], len: usize) {
    let mut end = 0;
    for token in tokens {
        assert_eq!(token.span().start, end, "gap or overlap before {token:?}");
        end = token.span().end;
    }
    assert_eq!(end, len, "the spans cover the input");
}

fn assert_same_tokens(tokens: &[Token<'_>], expected: &[Token<'_>], html: &[u8]) {
    for (token, expected) in tokens.iter().zip(expected) {
        assert!(same(token, expected), "{}\n{token:#?}\nmust be\n{expected:#?}", html.escape_ascii());
    }
    assert_eq!(tokens.len(), expected.len(), "tokens of {:?}", html.escape_ascii().to_string());
}

/// Returns whether two tokens are equal in all that they tell.
fn same(a: &Token<'_>, b: &Token<'_>) -> bool {
    a.span() == b.span()
        && match (a, b) {
            (Token::Doctype(a), Token::Doctype(b)) => {
                (a.name(), a.public_id(), a.system_id(), a.force_quirks())
                    == (b.name(), b.public_id(), b.system_id(), b.force_quirks())
            }
            (Token::StartTag(a), Token::StartTag(b)) => {
                (a.name(), a.name_span(), a.is_self_closing(), a.duplicate_attributes())
                    == (b.name(), b.name_span(), b.is_self_closing(), b.duplicate_attributes())
                    && a.attributes().len() == b.attributes().len()
                    && a.attributes().zip(b.attributes()).all(|(a, b)| {
                        (a.name(), a.value(), a.quote()) == (b.name(), b.value(), b.quote())
                            && (a.name_span(), a.value_span()) == (b.name_span(), b.value_span())
                    })
            }
            (Token::EndTag(a), Token::EndTag(b)) => (a.name(), a.name_span()) == (b.name(), b.name_span()),
            (Token::Text(a), Token::Text(b)) => (a.decoded(), a.raw(), a.state()) == (b.decoded(), b.raw(), b.state()),
            (Token::Comment(a), Token::Comment(b)) => (a.data(), a.raw()) == (b.data(), b.raw()),
            (Token::Dropped(a), Token::Dropped(b)) => a.kind() == b.kind(),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Pieces of markup that, joined at random, reach most states; `|` is between them.
    const PIECES: &str = concat!(
        "<|</|<!|<?|<a|<A |</a|<p>|<br/>|>|/|/>|=| |\n|\r\n|\r|\t|\x0C|\"|'|`| b| b=| C='| d=\"| b=c|x|Xy|é|\u{1F642}|",
        "\0|\u{1}|\u{FFFF}|&|&amp;|&lt|&notin;|&notit;|&#|&#65;|&#x41|&#0;|&#xD800;|&nosuch;|&copy=|<!--|-->|--!>|--|-|",
        "!|<title>|</title>|<script>|</script>|<style>|</style>|<textarea>|<xmp>|<plaintext>|<![CDATA[|]]>|",
        "<!DOCTYPE html>|<!doctype a PUBLIC 'b' \"c\">",
    );

    /// SplitMix64: the tests read the same bytes on every machine and every day.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = self.0;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ mixed >> 31) % limit as u64) as usize
        }

        fn piece(&mut self) -> &'static [u8] {
            let count = PIECES.split('|').count();
            PIECES.split('|').nth(self.below(count)).unwrap_or_default().as_bytes()
        }
    }

    #[test]
    fn engines_and_chunks_agree_on_random_markup() {
        let mut random = Random(1);
        for _ in 0..100_000 {
            let mut data = Vec::new();
            for _ in 0..random.below(16) {
                data.extend_from_slice(random.piece());
            }
            data.push(if random.below(2) == 0 { b'\n' } else { random.below(256) as u8 });
            engines_agree(&data);
            data.insert(data.len() - 1, random.below(256) as u8);
            chunks_agree(&data);
        }
    }

    #[test]
    fn engines_agree_on_damaged_pages() {
        let mut random = Random(2);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/small");
        let mut paths: Vec<_> =
            fs::read_dir(folder).expect("the pages are there").map(|entry| entry.expect("a page").path()).collect();
        paths.sort();
        for path in paths {
            let page = fs::read(&path).expect("the page can be read");
            engines_agree(&page);
            for _ in 0..200 {
                let start = random.below(page.len());
                let mut data = page[start..page.len().min(start + 1 + random.below(2000))].to_vec();
                for _ in 0..random.below(4) {
                    let at = random.below(data.len());
                    let end = data.len().min(at + random.below(8));
                    data.splice(at..end, random.piece().iter().copied());
                }
                data.push(b'\n');
                engines_agree(&data);
            }
        }
    }
}
