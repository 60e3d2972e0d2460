//! The promised ratios name contenders that exist. Not a unit test, because it uses every contender: the unit tests would
//! compile all tokenizers again.

use tagrake_benches::contenders::{self, LEXBOR};
use tagrake_benches::promised_ratios::PROMISED_RATIOS;

#[test]
fn every_row_names_contenders_that_exist() {
    let contenders = contenders::all();
    let names: Vec<&str> = contenders.iter().map(|contender| &*contender.name).collect();
    for row in PROMISED_RATIOS {
        let named = [Some(row.numerator.contender), Some(row.denominator.contender), row.beside];
        for contender in named.into_iter().flatten().filter(|&contender| contender != LEXBOR) {
            assert!(names.contains(&contender), "{contender} of the row {:?}", row.text);
        }
    }
}
