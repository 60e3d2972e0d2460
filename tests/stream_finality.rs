//! A stream sends a token with the byte after which no later byte can change the token.
//!
//! A token is final if every continuation of the input gives it. So the tokens that a stream has sent after a byte are those that
//! `tokenize` finds first in the bytes so far, however these continue.

use tagrake::{Arena, Options, Token, sink};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::tokenizer_runs::{TokenSink, describe};
use tagrake_testsupport::{html5lib, random_page};

/// Continuations that change every token that is not final.
const CONTINUATIONS: [&str; 13] =
    ["", "x", ">", "<", "/", "<p>", "</a>", "->", "-->", "]>", "\"'>", ";", "</script></title></style></a>"];

/// Appends the description of each token to `tokens`.
fn with_tokens(tokens: &mut Vec<String>, read: impl FnOnce(&mut TokenSink<&mut dyn FnMut(Token<'_>)>)) {
    let mut each = |token: Token<'_>| {
        let mut text = String::new();
        describe(&token, None, &mut text);
        tokens.push(text);
    };
    read(&mut TokenSink::new(&mut each as &mut dyn FnMut(Token<'_>)));
}

/// Returns the number of first tokens of `html` that all continuations give.
fn final_tokens(html: &[u8], options: &Options, arena: &mut Arena) -> usize {
    let mut common: Option<Vec<String>> = None;
    for continuation in CONTINUATIONS {
        let mut tokens = Vec::new();
        let page = [html, continuation.as_bytes()].concat();
        with_tokens(&mut tokens, |sink| {
            tokenize(&page, options, arena, sink);
        });
        let len = common
            .as_ref()
            .map_or(tokens.len(), |common| common.iter().zip(&tokens).take_while(|(one, other)| one == other).count());
        tokens.truncate(len);
        common = Some(tokens);
    }
    common.map_or(0, |common| common.len())
}

/// Feeds `html` in chunks of random sizes of at most `most` bytes, and compares the tokens sent after each chunk with `finals`, the
/// number of final tokens of each prefix.
fn check(html: &[u8], options: &Options, most: usize, finals: &[usize], random: &mut Random) -> Result<(), String> {
    let (mut stream, mut sent, mut fed) = (Stream::new(options), Vec::new(), 0);
    while fed < html.len() {
        let end = html.len().min(fed + 1 + random.below(most));
        with_tokens(&mut sent, |sink| stream.feed(&html[fed..end], sink));
        fed = end;
        if sent.len() != finals[fed] {
            let (before, after) = (html[..fed].escape_ascii(), html[fed..].escape_ascii());
            let (got, expected) = (sent.len(), finals[fed]);
            return Err(format!("{before} | {after}\n{options:?}\n{got} tokens, not {expected}: {sent:#?}"));
        }
    }
    Ok(())
}

/// Checks `html` in chunks of one byte and in chunks of random sizes.
fn check_page(html: &[u8], options: &Options) -> Result<(), String> {
    let (mut arena, mut random) = (Arena::new(), Random::new(html.len() as u64));
    let finals: Vec<_> = (0..=html.len()).map(|end| final_tokens(&html[..end], options, &mut arena)).collect();
    [1, 40].into_iter().try_for_each(|most| check(html, options, most, &finals, &mut random))
}

#[test]
fn tokens_of_html5lib_tests_are_sent_when_they_are_final() {
    let mut runs = html5lib::suite().runs;
    runs.extend(html5lib::processing_instructions());
    runs.retain(|run| run.input.len() < 200);
    in_parallel(
        runs.len(),
        || (),
        |(), task| {
            let run = &runs[task];
            check_page(&run.input, &run.options().with_errors(task % 2 == 0))
        },
    );
}

#[test]
fn tokens_of_random_pages_are_sent_when_they_are_final() {
    let foreign: Vec<_> = random_page::FOREIGN.split('|').collect();
    in_parallel(
        1000,
        || (),
        |(), seed| {
            let mut random = Random::new(seed as u64);
            let options = random_page::options(&mut random).with_errors(random.one_in(2));
            let mut html = Vec::new();
            while html.len() < 60 {
                if random.one_in(3) {
                    html.extend(random.choose(&foreign).bytes());
                } else {
                    random_page::push(&mut random, &mut html);
                }
            }
            html.truncate(300);
            check_page(&html, &options)
        },
    );
}

/// A stream once read again what was open only as often as a budget allowed, so complete tokens came in a later chunk.
#[test]
fn a_tag_is_sent_in_its_chunk_whatever_came_before() {
    for before in
        ["<p>".to_owned(), format!("<script>{}</script>", "'<b>'".repeat(50_000)), "<!-- > ".repeat(9) + "-->"]
    {
        let (mut stream, mut tags) = (Stream::new(&Options::default()), 0);
        let mut fed = before.len();
        let mut sink = sink::from_fn(|token| tags += usize::from(matches!(token, Token::StartTag(_))));
        before.as_bytes().chunks(1000).for_each(|chunk| stream.feed(chunk, &mut sink));
        for number in 0..20_000 {
            let chunk = format!("<a href=/{number}>");
            stream.feed(chunk.as_bytes(), &mut sink);
            fed += chunk.len();
            assert_eq!(stream.bytes_read(), fed, "{number}");
        }
        assert!(tags >= 20_000);
    }
}
