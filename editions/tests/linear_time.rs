//! Tokenizing by each edition, and comparing editions, takes linear time, for adversarial inputs.

use std::time::Instant;
use tagrake::Options;
use tagrake_editions::{Edition, compare, tokenize};
use tagrake_testsupport::linear_time::{SIZE, SLOW_TO_TOKENIZE, assert_linear};

#[test]
fn tokenizing_by_every_edition_takes_linear_time() {
    let options = Options::default().with_errors(true).with_cdata(true);
    for edition in &Edition::ALL[..4] {
        assert_linear(&edition.to_string(), SLOW_TO_TOKENIZE, SIZE, |html| {
            let start = Instant::now();
            std::hint::black_box(tokenize(html, *edition, &options));
            start.elapsed()
        });
    }
    assert_linear("compared", SLOW_TO_TOKENIZE, SIZE, |html| {
        let start = Instant::now();
        std::hint::black_box(compare(html, &options));
        start.elapsed()
    });
}
