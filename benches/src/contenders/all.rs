//! The list of contenders.

use super::contender::Contender;
use super::{html5ever, html5gum, limits, lol_html, quick_xml, rcdom, tagrake, tl};

/// Returns all contenders in this process. The first is html5ever.
pub fn all() -> Vec<Contender> {
    let mut contenders = html5ever::contenders();
    contenders.extend(tagrake::contenders());
    contenders.extend(html5gum::contenders());
    contenders.extend(lol_html::contenders());
    contenders.extend(tl::contenders());
    contenders.extend(quick_xml::contenders());
    contenders.extend(rcdom::contenders());
    contenders.extend(limits::contenders());
    contenders
}

/// Returns the contenders that only read adversarial inputs: full extraction, and chunked input.
pub fn for_adversarial_inputs() -> Vec<Contender> {
    tagrake::for_adversarial_inputs()
}
