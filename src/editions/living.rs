//! The Living Standard: converts the tokens of [`crate::Tokenizer`] to the form that the drafts share.

use super::{ParseError, Reading, Token, TokenContent};
use crate::arena::Arena;
use crate::options::Options;
use crate::token;
use crate::tokenizer::Tokenizer;
use alloc::string::String;

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
fn content(token: &token::Token<'_>) -> Option<TokenContent> {
    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(match token {
        token::Token::Doctype(doctype) => TokenContent::Doctype {
            name: doctype.name().map(string),
            public_id: doctype.public_id().map(string),
            system_id: doctype.system_id().map(string),
            force_quirks: doctype.force_quirks(),
        },
        token::Token::StartTag(tag) => TokenContent::StartTag {
            name: string(tag.name()),
            attributes: tag
                .attributes()
                .map(|attribute| (string(attribute.name()), string(attribute.value())))
                .collect(),
            self_closing: tag.is_self_closing(),
        },
        token::Token::EndTag(tag) => TokenContent::EndTag { name: string(tag.name()) },
        token::Token::Comment(comment) => TokenContent::Comment(string(comment.data())),
        token::Token::Text(text) => TokenContent::Text(string(text.decoded())),
        token::Token::ProcessingInstruction(_) | token::Token::Dropped(_) => return None,
    })
}
