//! The extraction cases that expect tokens, which test tree-construction feedback.

use serde_json::{Value, json};
use tagrake::{Arena, Engine, Options, Token, Tokenizer};
use tagrake_testsupport::extract_cases;

/// Appends a token in the form of html5lib-tests. Adjacent characters are joined.
fn append(tokens: &mut Vec<Value>, token: &Token<'_>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let token = match token {
        Token::Doctype(_) => json!(["DOCTYPE"]),
        Token::StartTag(tag) => {
            let attributes: serde_json::Map<_, _> =
                tag.attributes().map(|attribute| (text(attribute.name()), text(attribute.value()).into())).collect();
            let mut token = vec![json!("StartTag"), json!(text(tag.name())), attributes.into()];
            token.extend(tag.is_self_closing().then_some(true.into()));
            token.into()
        }
        Token::EndTag(tag) => json!(["EndTag", text(tag.name())]),
        Token::Comment(comment) => json!(["Comment", text(comment.data())]),
        Token::Text(run) => {
            let characters = run.decoded_str();
            if let Some([Value::String(kind), Value::String(before)]) = tokens.last_mut().and_then(last_two)
                && kind == "Character"
            {
                before.push_str(characters);
                return;
            }
            json!(["Character", characters])
        }
        _ => return,
    };
    tokens.push(token);
}

fn last_two(token: &mut Value) -> Option<&mut [Value]> {
    token.as_array_mut().map(Vec::as_mut_slice)
}

#[test]
fn cases_give_the_expected_tokens() {
    let mut cases = extract_cases::read();
    cases.retain(|case| case["expect"]["tokens"].is_array());
    assert!(cases.len() > 30, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let html = case["html"].as_str().expect("a page");
        let scripting = case["options"]["scripting"].as_bool().unwrap_or_default();
        for engine in [Engine::Auto, Engine::StateMachine] {
            let options = Options::default().with_scripting(scripting).with_engine(engine);
            let (arena, mut tokens) = (Arena::new(), Vec::new());
            Tokenizer::with_options(html.as_bytes(), &options, &arena).for_each(|token| append(&mut tokens, &token));
            let expected = &case["expect"]["tokens"];
            if *expected != Value::from(tokens.clone()) {
                let actual = Value::from(tokens);
                wrong.push(format!("{} {engine:?}: {html}\nexpected {expected}\nactual   {actual}\n", case["id"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} runs are wrong\n{}", wrong.len(), 2 * cases.len(), wrong.join("\n"));
}
