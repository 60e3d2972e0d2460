//! Characters of MathML as TeX.

/// Characters with a command of LaTeX, amsmath or amssymb, by code point.
#[rustfmt::skip]
const SYMBOLS: &[(char, &str)] = &[
    ('\u{A0}', "\\ "), ('£', "\\pounds"), ('§', "\\S"), ('¬', "\\neg"), ('°', "\\degree"), ('±', "\\pm"), ('¶', "\\P"),
    ('·', "\\cdot"), ('×', "\\times"), ('÷', "\\div"), ('ı', "\\imath"), ('ȷ', "\\jmath"), ('\u{391}', "\\mathrm{A}"),
    ('\u{392}', "\\mathrm{B}"), ('Γ', "\\Gamma"), ('Δ', "\\Delta"), ('\u{395}', "\\mathrm{E}"), ('\u{396}', "\\mathrm{Z}"),
    ('\u{397}', "\\mathrm{H}"), ('Θ', "\\Theta"), ('\u{399}', "\\mathrm{I}"), ('\u{39A}', "\\mathrm{K}"), ('Λ', "\\Lambda"),
    ('\u{39C}', "\\mathrm{M}"), ('\u{39D}', "\\mathrm{N}"), ('Ξ', "\\Xi"), ('\u{39F}', "\\mathrm{O}"), ('Π', "\\Pi"),
    ('\u{3A1}', "\\mathrm{P}"), ('Σ', "\\Sigma"), ('\u{3A4}', "\\mathrm{T}"), ('\u{3A5}', "\\Upsilon"), ('Φ', "\\Phi"),
    ('\u{3A7}', "\\mathrm{X}"), ('Ψ', "\\Psi"), ('Ω', "\\Omega"), ('α', "\\alpha"), ('β', "\\beta"), ('γ', "\\gamma"),
    ('δ', "\\delta"), ('ε', "\\varepsilon"), ('ζ', "\\zeta"), ('η', "\\eta"), ('θ', "\\theta"), ('ι', "\\iota"),
    ('κ', "\\kappa"), ('λ', "\\lambda"), ('μ', "\\mu"), ('ν', "\\nu"), ('ξ', "\\xi"), ('\u{3BF}', "o"), ('π', "\\pi"),
    ('ρ', "\\rho"), ('ς', "\\varsigma"), ('σ', "\\sigma"), ('τ', "\\tau"), ('υ', "\\upsilon"), ('φ', "\\varphi"),
    ('χ', "\\chi"), ('ψ', "\\psi"), ('ω', "\\omega"), ('ϑ', "\\vartheta"), ('ϒ', "\\Upsilon"), ('ϕ', "\\phi"), ('ϖ', "\\varpi"),
    ('ϝ', "\\digamma"), ('ϰ', "\\varkappa"), ('ϱ', "\\varrho"), ('ϴ', "\\Theta"), ('ϵ', "\\epsilon"), ('϶', "\\backepsilon"),
    ('\u{2002}', "\\enspace"), ('\u{2003}', "\\quad"), ('\u{2004}', "\\;"), ('\u{2005}', "\\:"), ('\u{2006}', "\\,"),
    ('\u{2007}', "\\ "), ('\u{2009}', "\\,"), ('\u{200A}', "\\,"), ('–', "\\text{–}"), ('—', "\\text{—}"), ('‖', "\\Vert"),
    ('†', "\\dagger"), ('‡', "\\ddagger"), ('•', "\\bullet"), ('…', "\\ldots"), ('\u{202F}', "\\,"), ('′', "'"), ('″', "''"),
    ('‴', "'''"), ('‵', "\\backprime"), ('⁗', "''''"), ('\u{205F}', "\\:"), ('€', "\\text{€}"), ('ℂ', "\\mathbb{C}"),
    ('ℊ', "\\mathscr{g}"), ('ℋ', "\\mathscr{H}"), ('ℌ', "\\mathfrak{H}"), ('ℍ', "\\mathbb{H}"), ('ℎ', "h"), ('ℏ', "\\hbar"),
    ('ℐ', "\\mathscr{I}"), ('ℑ', "\\Im"), ('ℒ', "\\mathscr{L}"), ('ℓ', "\\ell"), ('ℕ', "\\mathbb{N}"), ('℘', "\\wp"),
    ('ℙ', "\\mathbb{P}"), ('ℚ', "\\mathbb{Q}"), ('ℛ', "\\mathscr{R}"), ('ℜ', "\\Re"), ('ℝ', "\\mathbb{R}"),
    ('ℤ', "\\mathbb{Z}"), ('\u{2126}', "\\Omega"), ('℧', "\\mho"), ('ℨ', "\\mathfrak{Z}"), ('\u{212B}', "\\text{Å}"),
    ('ℬ', "\\mathscr{B}"), ('ℭ', "\\mathfrak{C}"), ('ℯ', "\\mathscr{e}"), ('ℰ', "\\mathscr{E}"), ('ℱ', "\\mathscr{F}"),
    ('Ⅎ', "\\Finv"), ('ℳ', "\\mathscr{M}"), ('ℴ', "\\mathscr{o}"), ('ℵ', "\\aleph"), ('ℶ', "\\beth"), ('ℷ', "\\gimel"),
    ('ℸ', "\\daleth"), ('⅁', "\\Game"), ('←', "\\leftarrow"), ('↑', "\\uparrow"), ('→', "\\to"), ('↓', "\\downarrow"),
    ('↔', "\\leftrightarrow"), ('↕', "\\updownarrow"), ('↖', "\\nwarrow"), ('↗', "\\nearrow"), ('↘', "\\searrow"),
    ('↙', "\\swarrow"), ('↚', "\\nleftarrow"), ('↛', "\\nrightarrow"), ('↝', "\\rightsquigarrow"), ('↞', "\\twoheadleftarrow"),
    ('↠', "\\twoheadrightarrow"), ('↢', "\\leftarrowtail"), ('↣', "\\rightarrowtail"), ('↦', "\\mapsto"),
    ('↩', "\\hookleftarrow"), ('↪', "\\hookrightarrow"), ('↫', "\\looparrowleft"), ('↬', "\\looparrowright"),
    ('↭', "\\leftrightsquigarrow"), ('↮', "\\nleftrightarrow"), ('↰', "\\Lsh"), ('↱', "\\Rsh"), ('↶', "\\curvearrowleft"),
    ('↷', "\\curvearrowright"), ('↺', "\\circlearrowleft"), ('↻', "\\circlearrowright"), ('↼', "\\leftharpoonup"),
    ('↽', "\\leftharpoondown"), ('↾', "\\upharpoonright"), ('↿', "\\upharpoonleft"), ('⇀', "\\rightharpoonup"),
    ('⇁', "\\rightharpoondown"), ('⇂', "\\downharpoonright"), ('⇃', "\\downharpoonleft"), ('⇄', "\\rightleftarrows"),
    ('⇆', "\\leftrightarrows"), ('⇇', "\\leftleftarrows"), ('⇈', "\\upuparrows"), ('⇉', "\\rightrightarrows"),
    ('⇊', "\\downdownarrows"), ('⇋', "\\leftrightharpoons"), ('⇌', "\\rightleftharpoons"), ('⇍', "\\nLeftarrow"),
    ('⇎', "\\nLeftrightarrow"), ('⇏', "\\nRightarrow"), ('⇐', "\\Leftarrow"), ('⇑', "\\Uparrow"), ('⇒', "\\Rightarrow"),
    ('⇓', "\\Downarrow"), ('⇔', "\\Leftrightarrow"), ('⇕', "\\Updownarrow"), ('⇚', "\\Lleftarrow"), ('⇛', "\\Rrightarrow"),
    ('⇝', "\\rightsquigarrow"), ('∀', "\\forall"), ('∁', "\\complement"), ('∂', "\\partial"), ('∃', "\\exists"),
    ('∄', "\\nexists"), ('∅', "\\emptyset"), ('∆', "\\Delta"), ('∇', "\\nabla"), ('∈', "\\in"), ('∉', "\\notin"), ('∊', "\\in"),
    ('∋', "\\ni"), ('∍', "\\ni"), ('∎', "\\blacksquare"), ('∏', "\\prod"), ('∐', "\\coprod"), ('∑', "\\sum"), ('\u{2212}', "-"),
    ('∓', "\\mp"), ('∔', "\\dotplus"), ('∖', "\\setminus"), ('\u{2217}', "*"), ('∘', "\\circ"), ('∙', "\\bullet"),
    ('√', "\\surd"), ('∝', "\\propto"), ('∞', "\\infty"), ('∠', "\\angle"), ('∡', "\\measuredangle"), ('∢', "\\sphericalangle"),
    ('\u{2223}', "\\mid"), ('∤', "\\nmid"), ('∥', "\\parallel"), ('∦', "\\nparallel"), ('∧', "\\wedge"), ('∨', "\\vee"),
    ('∩', "\\cap"), ('∪', "\\cup"), ('∫', "\\int"), ('∬', "\\iint"), ('∭', "\\iiint"), ('∮', "\\oint"), ('∯', "\\oiint"),
    ('∰', "\\oiiint"), ('∴', "\\therefore"), ('∵', "\\because"), ('\u{2236}', ":"), ('∷', "::"), ('∼', "\\sim"),
    ('∽', "\\backsim"), ('≀', "\\wr"), ('≁', "\\nsim"), ('≂', "\\eqsim"), ('≃', "\\simeq"), ('≅', "\\cong"), ('≆', "\\ncong"),
    ('≈', "\\approx"), ('≊', "\\approxeq"), ('≍', "\\asymp"), ('≎', "\\Bumpeq"), ('≏', "\\bumpeq"), ('≐', "\\doteq"),
    ('≑', "\\Doteq"), ('≒', "\\fallingdotseq"), ('≓', "\\risingdotseq"), ('≔', ":="), ('≕', "=:"), ('≖', "\\eqcirc"),
    ('≗', "\\circeq"), ('≜', "\\triangleq"), ('≠', "\\ne"), ('≡', "\\equiv"), ('≢', "\\not\\equiv"), ('≤', "\\le"),
    ('≥', "\\ge"), ('≦', "\\leqq"), ('≧', "\\geqq"), ('≨', "\\lneqq"), ('≩', "\\gneqq"), ('≪', "\\ll"), ('≫', "\\gg"),
    ('≬', "\\between"), ('≮', "\\nless"), ('≯', "\\ngtr"), ('≰', "\\nleq"), ('≱', "\\ngeq"), ('≲', "\\lesssim"),
    ('≳', "\\gtrsim"), ('≶', "\\lessgtr"), ('≷', "\\gtrless"), ('≺', "\\prec"), ('≻', "\\succ"), ('≼', "\\preccurlyeq"),
    ('≽', "\\succcurlyeq"), ('≾', "\\precsim"), ('≿', "\\succsim"), ('⊀', "\\nprec"), ('⊁', "\\nsucc"), ('⊂', "\\subset"),
    ('⊃', "\\supset"), ('⊄', "\\not\\subset"), ('⊅', "\\not\\supset"), ('⊆', "\\subseteq"), ('⊇', "\\supseteq"),
    ('⊈', "\\nsubseteq"), ('⊉', "\\nsupseteq"), ('⊊', "\\subsetneq"), ('⊋', "\\supsetneq"), ('⊎', "\\uplus"),
    ('⊏', "\\sqsubset"), ('⊐', "\\sqsupset"), ('⊑', "\\sqsubseteq"), ('⊒', "\\sqsupseteq"), ('⊓', "\\sqcap"), ('⊔', "\\sqcup"),
    ('⊕', "\\oplus"), ('⊖', "\\ominus"), ('⊗', "\\otimes"), ('⊘', "\\oslash"), ('⊙', "\\odot"), ('⊚', "\\circledcirc"),
    ('⊛', "\\circledast"), ('⊝', "\\circleddash"), ('⊞', "\\boxplus"), ('⊟', "\\boxminus"), ('⊠', "\\boxtimes"),
    ('⊡', "\\boxdot"), ('⊢', "\\vdash"), ('⊣', "\\dashv"), ('⊤', "\\top"), ('⊥', "\\bot"), ('⊧', "\\models"), ('⊨', "\\vDash"),
    ('⊩', "\\Vdash"), ('⊪', "\\Vvdash"), ('⊬', "\\nvdash"), ('⊭', "\\nvDash"), ('⊮', "\\nVdash"), ('⊯', "\\nVDash"),
    ('⊲', "\\vartriangleleft"), ('⊳', "\\vartriangleright"), ('⊴', "\\trianglelefteq"), ('⊵', "\\trianglerighteq"),
    ('⊸', "\\multimap"), ('⊺', "\\intercal"), ('⊻', "\\veebar"), ('⊼', "\\barwedge"), ('⋀', "\\bigwedge"), ('⋁', "\\bigvee"),
    ('⋂', "\\bigcap"), ('⋃', "\\bigcup"), ('⋄', "\\diamond"), ('⋅', "\\cdot"), ('⋆', "\\star"), ('⋇', "\\divideontimes"),
    ('⋈', "\\bowtie"), ('⋉', "\\ltimes"), ('⋊', "\\rtimes"), ('⋋', "\\leftthreetimes"), ('⋌', "\\rightthreetimes"),
    ('⋍', "\\backsimeq"), ('⋎', "\\curlyvee"), ('⋏', "\\curlywedge"), ('⋐', "\\Subset"), ('⋑', "\\Supset"), ('⋒', "\\Cap"),
    ('⋓', "\\Cup"), ('⋔', "\\pitchfork"), ('⋖', "\\lessdot"), ('⋗', "\\gtrdot"), ('⋘', "\\lll"), ('⋙', "\\ggg"),
    ('⋚', "\\lesseqgtr"), ('⋛', "\\gtreqless"), ('⋞', "\\curlyeqprec"), ('⋟', "\\curlyeqsucc"), ('⋦', "\\lnsim"),
    ('⋧', "\\gnsim"), ('⋨', "\\precnsim"), ('⋩', "\\succnsim"), ('⋪', "\\ntriangleleft"), ('⋫', "\\ntriangleright"),
    ('⋬', "\\ntrianglelefteq"), ('⋭', "\\ntrianglerighteq"), ('⋮', "\\vdots"), ('⋯', "\\cdots"), ('⋱', "\\ddots"),
    ('⌈', "\\lceil"), ('⌉', "\\rceil"), ('⌊', "\\lfloor"), ('⌋', "\\rfloor"), ('⌢', "\\frown"), ('⌣', "\\smile"),
    ('\u{2329}', "\\langle"), ('\u{232A}', "\\rangle"), ('⎰', "\\lmoustache"), ('⎱', "\\rmoustache"), ('■', "\\blacksquare"),
    ('□', "\\square"), ('▪', "\\blacksquare"), ('▫', "\\square"), ('▲', "\\blacktriangle"), ('△', "\\triangle"),
    ('▴', "\\blacktriangle"), ('▵', "\\triangle"), ('▶', "\\blacktriangleright"), ('▷', "\\triangleright"),
    ('▸', "\\blacktriangleright"), ('▹', "\\triangleright"), ('▼', "\\blacktriangledown"), ('▽', "\\triangledown"),
    ('▾', "\\blacktriangledown"), ('▿', "\\triangledown"), ('◀', "\\blacktriangleleft"), ('◁', "\\triangleleft"),
    ('◂', "\\blacktriangleleft"), ('◃', "\\triangleleft"), ('◊', "\\lozenge"), ('○', "\\bigcirc"), ('◯', "\\bigcirc"),
    ('◻', "\\square"), ('◼', "\\blacksquare"), ('★', "\\bigstar"), ('♠', "\\spadesuit"), ('♡', "\\heartsuit"),
    ('♢', "\\diamondsuit"), ('♣', "\\clubsuit"), ('♥', "\\heartsuit"), ('♦', "\\diamondsuit"), ('♭', "\\flat"),
    ('♮', "\\natural"), ('♯', "\\sharp"), ('✓', "\\checkmark"), ('✠', "\\maltese"), ('⟂', "\\perp"), ('⟦', "\\llbracket"),
    ('⟧', "\\rrbracket"), ('⟨', "\\langle"), ('⟩', "\\rangle"), ('⟮', "\\lgroup"), ('⟯', "\\rgroup"), ('⟵', "\\longleftarrow"),
    ('⟶', "\\longrightarrow"), ('⟷', "\\longleftrightarrow"), ('⟸', "\\Longleftarrow"), ('⟹', "\\Longrightarrow"),
    ('⟺', "\\Longleftrightarrow"), ('⟼', "\\longmapsto"), ('⧫', "\\blacklozenge"), ('⧵', "\\setminus"), ('⨀', "\\bigodot"),
    ('⨁', "\\bigoplus"), ('⨂', "\\bigotimes"), ('⨄', "\\biguplus"), ('⨆', "\\bigsqcup"), ('⨌', "\\iiiint"), ('⨿', "\\amalg"),
    ('⩴', "::="), ('⩵', "=="), ('⩽', "\\leqslant"), ('⩾', "\\geqslant"), ('⪅', "\\lessapprox"), ('⪆', "\\gtrapprox"),
    ('⪇', "\\lneq"), ('⪈', "\\gneq"), ('⪉', "\\lnapprox"), ('⪊', "\\gnapprox"), ('⪋', "\\lesseqqgtr"), ('⪌', "\\gtreqqless"),
    ('⪕', "\\eqslantless"), ('⪖', "\\eqslantgtr"), ('⪯', "\\preceq"), ('⪰', "\\succeq"), ('⪵', "\\precneqq"),
    ('⪶', "\\succneqq"), ('⪷', "\\precapprox"), ('⪸', "\\succapprox"), ('⪹', "\\precnapprox"), ('⪺', "\\succnapprox"),
    ('⫅', "\\subseteqq"), ('⫆', "\\supseteqq"), ('⫋', "\\subsetneqq"), ('⫌', "\\supsetneqq"), ('〈', "\\langle"),
    ('〉', "\\rangle"),
];

/// ASCII characters that TeX does not typeset as they are, in formulas.
const SPECIAL: &[(char, &str)] = &[
    ('#', "\\#"),
    ('$', "\\$"),
    ('%', "\\%"),
    ('&', "\\&"),
    ('\\', "\\backslash"),
    ('^', "\\text{\\textasciicircum}"),
    ('_', "\\_"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('~', "\\sim"),
];

/// The same, in text.
const SPECIAL_IN_TEXT: &[(char, &str)] =
    &[('\\', "\\textbackslash{}"), ('^', "\\textasciicircum{}"), ('~', "\\textasciitilde{}")];

/// Names of functions that are commands, and whether their limits are below them.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, bool)] = &[
    ("Pr", true), ("arccos", false), ("arcsin", false), ("arctan", false), ("arg", false), ("cos", false), ("cosh", false),
    ("cot", false), ("coth", false), ("csc", false), ("deg", false), ("det", true), ("dim", false), ("exp", false),
    ("gcd", true), ("hom", false), ("inf", true), ("ker", false), ("lg", false), ("lim", true), ("liminf", true),
    ("limsup", true), ("ln", false), ("log", false), ("max", true), ("min", true), ("sec", false), ("sin", false),
    ("sinh", false), ("sup", true), ("tan", false), ("tanh", false),
];

/// Characters that open a group, then characters that close one. The rest may do both.
const OPENING: &str = "([{⟨⌈⌊⟦\u{2329}\u{3008}|‖\u{2223}∥/\\";
const CLOSING: &str = ")]}⟩⌉⌋⟧\u{232A}\u{3009}|‖\u{2223}∥/\\";

/// Returns the TeX of a character, if it is not the character.
pub(super) fn symbol(character: char) -> Option<&'static str> {
    if character.is_ascii() {
        return SPECIAL.iter().find(|(special, _)| *special == character).map(|(_, tex)| *tex);
    }
    let index = SYMBOLS.binary_search_by_key(&character, |(symbol, _)| *symbol).ok()?;
    Some(SYMBOLS[index].1)
}

/// Returns the TeX of an ASCII character in text, if it is not the character.
pub(super) fn symbol_in_text(character: char) -> Option<&'static str> {
    let in_text = SPECIAL_IN_TEXT.iter().find(|(special, _)| *special == character).map(|(_, tex)| *tex);
    in_text.or_else(|| symbol(character).filter(|_| character.is_ascii()))
}

/// Returns true if nothing is displayed for the character, or if TeX does not accept it.
pub(super) fn is_ignored(character: char) -> bool {
    matches!(
        character,
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFFE}'..='\u{FFFF}'
    )
}

/// Returns whether a function has its limits below it, if the name is one of TeX's functions.
pub(super) fn function(name: &str) -> Option<bool> {
    let index = FUNCTIONS.binary_search_by_key(&name, |(function, _)| *function).ok()?;
    Some(FUNCTIONS[index].1)
}

/// Returns true if limits of the operator are above and below it.
pub(super) fn is_large(operator: char) -> bool {
    matches!(operator, '∏' | '∐' | '∑' | '∫'..='∰' | '⋀'..='⋃' | '⨀'..='⨌')
}

/// Returns the delimiter that follows `\left`.
pub(super) fn left_delimiter(character: char) -> Option<&'static str> {
    OPENING.contains(character).then(|| delimiter(character))
}

/// Returns the delimiter that follows `\right`.
pub(super) fn right_delimiter(character: char) -> Option<&'static str> {
    CLOSING.contains(character).then(|| delimiter(character))
}

fn delimiter(character: char) -> &'static str {
    match character {
        '(' => "(",
        ')' => ")",
        '[' => "[",
        ']' => "]",
        '/' => "/",
        '|' | '\u{2223}' => "|",
        '∥' => "\\Vert",
        _ => symbol(character).unwrap_or("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(SYMBOLS.is_sorted_by(|one, other| one.0 < other.0));
        assert!(FUNCTIONS.is_sorted_by(|one, other| one.0 < other.0));
    }

    #[test]
    fn symbols_are_balanced() {
        for (character, tex) in SYMBOLS.iter().chain(SPECIAL).chain(SPECIAL_IN_TEXT) {
            let braces = |brace| tex.matches(brace).count();
            assert!(matches!(character, '{' | '}') || braces('{') == braces('}'), "{character}");
        }
    }
}
