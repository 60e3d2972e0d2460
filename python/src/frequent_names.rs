//! The names of tags and attributes as Python strings. Frequent ones are created once.
//!
//! PERF: most tags and attributes of pages have one of few names, and Python keeps the hash of a string. With shared names, the
//! dict of the attributes of a tag takes 0.7 of the time.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use tagrake::known_names;
use tagrake::names::Element;

known_names! {
    /// The names of most attributes of the set `real`.
    enum Attribute, factor: 0xA6EB_8C9E_BD69_FE29, {
        Class = "class", Href = "href", Id = "id", Title = "title", Type = "type", Src = "src", Style = "style",
        Value = "value", Rel = "rel", Alt = "alt", Name = "name", Onclick = "onclick", Width = "width",
        Height = "height", Target = "target", Content = "content", Itemprop = "itemprop", Border = "border",
        Property = "property", For = "for", Media = "media", Align = "align", Role = "role", Action = "action",
        Cellspacing = "cellspacing", Cellpadding = "cellpadding", Method = "method", Label = "label",
        Tabindex = "tabindex", Itemscope = "itemscope", Itemtype = "itemtype", HttpEquiv = "http-equiv",
        AriaLabel = "aria-label", AriaHidden = "aria-hidden", Lang = "lang", Valign = "valign",
        Maxlength = "maxlength", DataSrc = "data-src", Size = "size", Placeholder = "placeholder",
        Colspan = "colspan", Rowspan = "rowspan", Onerror = "onerror", Onload = "onload", Srcset = "srcset",
        Sizes = "sizes", Loading = "loading", Charset = "charset", Hreflang = "hreflang",
        Frameborder = "frameborder", Bgcolor = "bgcolor", Color = "color", DataId = "data-id",
        Onmouseover = "onmouseover", Onmouseout = "onmouseout", DataToggle = "data-toggle",
        Autocomplete = "autocomplete", Async = "async", Defer = "defer", Checked = "checked", Selected = "selected",
        Disabled = "disabled", Xmlns = "xmlns", Viewbox = "viewbox", D = "d", Fill = "fill",
    }
}

type Strings<const NAMES: usize> = [PyOnceLock<Py<PyString>>; NAMES];

/// Returns the name of a tag.
pub(crate) fn tag_name<'py>(py: Python<'py>, name: &str) -> Bound<'py, PyString> {
    static STRINGS: Strings<{ Element::ALL.len() }> = [const { PyOnceLock::new() }; Element::ALL.len()];
    match Element::of(name.as_bytes()) {
        Element::Other => PyString::new(py, name),
        element => shared(py, &STRINGS[element as usize], name),
    }
}

/// Returns the name of an attribute.
pub(crate) fn attribute_name<'py>(py: Python<'py>, name: &str) -> Bound<'py, PyString> {
    static STRINGS: Strings<{ Attribute::ALL.len() }> = [const { PyOnceLock::new() }; Attribute::ALL.len()];
    match Attribute::of(name.as_bytes()) {
        Attribute::Other => PyString::new(py, name),
        attribute => shared(py, &STRINGS[attribute as usize], name),
    }
}

fn shared<'py>(py: Python<'py>, string: &PyOnceLock<Py<PyString>>, name: &str) -> Bound<'py, PyString> {
    string.get_or_init(py, || PyString::intern(py, name).unbind()).bind(py).clone()
}
