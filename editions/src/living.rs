//! The Living Standard: converts the tokens of [`tagrake::Tokenizer`] to the form that the drafts share.

use super::{ParseError, Reading, Token, TokenContent};
use alloc::string::String;
use tagrake::Arena;
use tagrake::Options;
use tagrake::Token as LivingToken;
use tagrake::Tokenizer;

/// Tokenizes `html` by the Living Standard, without processing instructions, which the drafts do not have.
pub(super) fn read(html: &str, options: &Options) -> Reading {
    let arena = Arena::new();
    let options = options.clone().with_processing_instructions(false);
    let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &options, &arena);
    let mut reading = Reading::default();
    for token in tokenizer.by_ref() {
        let span = token.span();
        let Some(content) = content(&token) else { continue };
        match (reading.tokens.last_mut(), content) {
            // Only dropped bytes are between them.
            (Some(Token { content: TokenContent::Text(text), span: text_span }), TokenContent::Text(more)) => {
                text.push_str(&more);
                text_span.end = span.end;
            }
            (_, content) => reading.tokens.push(Token { content, span }),
        }
    }
    let errors = tokenizer.errors().iter();
    reading.errors.extend(errors.map(|error| ParseError { message: error.code.as_str(), offset: error.offset }));
    reading
}

/// Converts a token. Returns `None` for dropped bytes.
fn content(token: &LivingToken<'_>) -> Option<TokenContent> {
    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(match token {
        LivingToken::Doctype(doctype) => TokenContent::Doctype {
            name: doctype.name().map(string),
            public_id: doctype.public_id().map(string),
            system_id: doctype.system_id().map(string),
            force_quirks: doctype.force_quirks(),
        },
        LivingToken::StartTag(tag) => TokenContent::StartTag {
            name: string(tag.name()),
            attributes: tag
                .attributes()
                .map(|attribute| (string(attribute.name()), string(attribute.value())))
                .collect(),
            self_closing: tag.is_self_closing(),
        },
        LivingToken::EndTag(tag) => TokenContent::EndTag { name: string(tag.name()) },
        LivingToken::Comment(comment) => TokenContent::Comment(string(comment.data())),
        LivingToken::Text(text) => TokenContent::Text(string(text.decoded())),
        // Dropped bytes; processing instructions are off.
        _ => return None,
    })
}
