//! quick-xml with all checks off. It reads each page up to its first error.

use super::contender::{Agreement, Contender, each};
use crate::pass_counts::PassCounts;
use quick_xml::Reader;
use quick_xml::events::Event;

pub(super) fn contenders() -> Vec<Contender> {
    vec![Contender::new("quick-xml", Agreement::Free, each(read))]
}

/// quick-xml reads scripts as markup. Therefore many pages end with an error.
fn read(html: &str, visit: &mut PassCounts) {
    let mut reader = Reader::from_str(html);
    let config = reader.config_mut();
    config.enable_all_checks(false);
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                visit.see_start_tag(tag.name().as_ref().as_bytes());
                for attribute in tag.html_attributes().with_checks(false).flatten() {
                    visit.see_attribute(attribute.key.as_ref().as_bytes(), attribute.value.as_bytes());
                }
            }
            Ok(Event::End(tag)) => visit.see_end_tag(tag.name().as_ref().as_bytes()),
            Ok(Event::Text(text)) => visit.see_text(text.as_bytes()),
            Ok(Event::Comment(data)) => visit.see_comment(data.as_bytes()),
            Ok(Event::DocType(doctype)) => visit.see_doctype(doctype.as_bytes()),
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(_) => {
                visit.failed += 1;
                break;
            }
        }
    }
}
