//! The promised ratios, and whether a run reaches them.

use crate::contenders::{
    AVX2, DECODED, ERRORS, EXTRACT, HTML5EVER, HTML5GUM_COUNTING, LEXBOR, LINKS, LOL_HTML_LINKS, LOL_HTML_SCAN, SCALAR,
    SPANS, SSE2, TEXT, VISITED,
};
use crate::measure::Measurement;

/// A ratio of two speeds and its bounds.
#[derive(Debug)]
pub struct PromisedRatio {
    pub text: &'static str,
    pub numerator: Side,
    pub denominator: Side,
    /// The minimum ratio.
    pub bound: f64,
    /// The target ratio.
    pub reach_for: Option<f64>,
    /// A contender whose ratio to the same denominator is also shown.
    pub beside: Option<&'static str>,
}

/// A contender and the set that it reads.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub contender: &'static str,
    pub set: &'static str,
}

const fn row(
    text: &'static str,
    set: &'static str,
    numerator: &'static str,
    denominator: &'static str,
) -> PromisedRatio {
    PromisedRatio {
        text,
        numerator: Side { contender: numerator, set },
        denominator: Side { contender: denominator, set },
        bound: 1.0,
        reach_for: None,
        beside: None,
    }
}

impl PromisedRatio {
    const fn must(self, bound: f64) -> Self {
        Self { bound, ..self }
    }

    const fn reach(self, reach_for: f64) -> Self {
        Self { reach_for: Some(reach_for), ..self }
    }

    const fn beside(self, contender: &'static str) -> Self {
        Self { beside: Some(contender), ..self }
    }

    const fn against(self, set: &'static str) -> Self {
        Self { denominator: Side { set, ..self.denominator }, ..self }
    }
}

/// The promised ratios. SIMD levels are compared with html5ever and not with each other, because the ratio between two levels
/// depends on the CPU.
pub const PROMISED_RATIOS: &[PromisedRatio] = &[
    row("every token visited, against html5ever", "real", VISITED, HTML5EVER).must(12.0).reach(17.0),
    row("every token visited, against html5gum, counting only", "real", VISITED, HTML5GUM_COUNTING)
        .must(2.1)
        .reach(2.7),
    row("every token visited, against lol_html's scanner", "real", VISITED, LOL_HTML_SCAN).must(1.1).reach(1.35),
    row("every token visited, against lexbor in C", "real", VISITED, LEXBOR).must(3.4).reach(4.5),
    row("spans only, against html5ever", "real", SPANS, HTML5EVER).must(14.0).reach(18.0),
    row("everything decoded, against html5ever", "real", DECODED, HTML5EVER).must(8.0).reach(11.0),
    row("errors on, against html5ever", "real", ERRORS, HTML5EVER).must(10.0),
    row("links, title, metadata, against lol_html", "real", LINKS, LOL_HTML_LINKS).must(2.2).reach(2.9),
    row("full record, URLs resolved, against html5ever", "real", EXTRACT, HTML5EVER).must(6.0).reach(9.0),
    row("visible text, against html5ever", "real", TEXT, HTML5EVER).must(7.5).reach(9.0),
    row("documentation: spans, against html5ever", "documentation", SPANS, HTML5EVER)
        .must(13.0)
        .reach(17.0)
        .beside(VISITED),
    row("tag-dense: spans, against html5ever", "tag-dense", SPANS, HTML5EVER).must(10.0).reach(13.0).beside(VISITED),
    row("text-dense: visited, against html5ever", "text-dense", VISITED, HTML5EVER).must(5.5).reach(10.0),
    row("script-heavy: visited, against lol_html's scanner", "script-heavy", VISITED, LOL_HTML_SCAN)
        .must(3.0)
        .reach(5.0),
    row("4 KB pages one by one: visited, against html5ever", "small-pages", VISITED, HTML5EVER).must(12.0).reach(17.0),
    row("pages with CRLF, against the same with LF", "crlf", VISITED, VISITED).against("lf").must(0.9).reach(0.95),
    row("AVX2, against html5ever", "real", AVX2, HTML5EVER).must(11.0),
    row("SSE2, against html5ever", "real", SSE2, HTML5EVER).must(10.0),
    row("scalar, against html5ever", "real", SCALAR, HTML5EVER).must(6.0),
];

/// The command that downloads the sets that are not generated.
const FETCH: &str = "corpora/fetch";

/// The outcome of a promised ratio in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum RatioOutcome {
    Reached {
        ratio: f64,
    },
    Short {
        ratio: f64,
    },
    /// The ratio needs a set or contender that was not measured, with the reason and a remedy.
    NotMeasured(String),
}

impl PromisedRatio {
    /// Compares the ratio with its minimum.
    pub fn judge(&self, measurements: &[Measurement]) -> RatioOutcome {
        match self.ratio_of(self.numerator.contender, measurements) {
            Ok(ratio) if ratio >= self.bound => RatioOutcome::Reached { ratio },
            Ok(ratio) => RatioOutcome::Short { ratio },
            Err(reason) => RatioOutcome::NotMeasured(reason),
        }
    }

    fn ratio_of(&self, numerator: &'static str, measurements: &[Measurement]) -> Result<f64, String> {
        let numerator = Side { contender: numerator, ..self.numerator };
        Ok(numerator.speed(measurements)? / self.denominator.speed(measurements)?)
    }
}

impl Side {
    fn speed(&self, measurements: &[Measurement]) -> Result<f64, String> {
        let Some(measurement) = measurements.iter().find(|measurement| measurement.set == self.set) else {
            return Err(format!("the set `{}` was not read; `{FETCH}` downloads it", self.set));
        };
        let Some(entry) = measurement.entry(self.contender) else {
            return Err(format!("{} was not measured", self.contender));
        };
        Ok(entry.speed())
    }
}

/// Returns true if a promised ratio needs the contender on the set.
pub fn needs(set: &str, contender: &str) -> bool {
    PROMISED_RATIOS.iter().any(|row| {
        let sides = [
            Some(row.numerator),
            Some(row.denominator),
            row.beside.map(|contender| Side { contender, ..row.numerator }),
        ];
        sides.into_iter().flatten().any(|side| side.set == set && side.contender == contender)
    })
}

/// Prints a line for each promised ratio. Returns true if none was missed.
pub fn print(measurements: &[Measurement]) -> bool {
    let mut all_reached = true;
    for row in PROMISED_RATIOS {
        let bounds = match row.reach_for {
            Some(reach_for) => format!("must {}, reach for {reach_for}", row.bound),
            None => format!("must {}", row.bound),
        };
        let (word, result) = match row.judge(measurements) {
            RatioOutcome::Reached { ratio } => ("ok", format!("{ratio:>6.2} x")),
            RatioOutcome::Short { ratio } => {
                all_reached = false;
                ("missed", format!("{ratio:>6.2} x"))
            }
            RatioOutcome::NotMeasured(reason) => {
                println!("{:<12} {:<54} {bounds}; {reason}", "not measured", row.text);
                continue;
            }
        };
        let beside = row.beside.and_then(|contender| {
            let ratio = row.ratio_of(contender, measurements).ok()?;
            Some(format!("; {contender}: {ratio:.2} x"))
        });
        println!("{word:<12} {:<54} {result}  ({bounds}{})", row.text, beside.unwrap_or_default());
    }
    all_reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_its_set_is_not_measured() {
        assert!(matches!(PROMISED_RATIOS[0].judge(&[]), RatioOutcome::NotMeasured(reason) if reason.contains(FETCH)));
    }
}
