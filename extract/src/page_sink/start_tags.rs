//! Start tags on the slow path: tags with attributes of interest, significant elements and foreign content.

use super::PageSink;
use super::rendering::{self, DisplayAttributes, HiddenElement, Rendering};
use crate::collector::Collector;
use crate::flags::Flag;
use crate::links::is_image_button;
use crate::names::{Edge, Element};
use crate::open_blocks::{Insert, Marks};
use crate::place::is_shadow_root;
use tagrake::{Namespace, StartTag, tree_sim};

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Handles an HTML start tag: first the elements that it ends, then its attributes, then the element itself.
    pub(super) fn html_start_tag(&mut self, tag: &StartTag<'a>, name: &'a [u8]) {
        let element = Element::of_tag(tag.short_name(), name);
        if element == Element::A && self.filter.updates_stack && self.open.blocks.is_simple_start(element) {
            return self.plain_anchor(tag, name);
        }
        if self.open.in_head && !is_head_element(element) {
            self.open.in_head = false;
        }
        if self.open.blocks.is_in_foreign() {
            self.close_above(self.open.blocks.before_html());
        }
        self.tree.before_html_tag(tag, element, name, || self.open.place());
        self.tree.will_open(element, tag);
        let is_simple = self.open.blocks.is_simple_start(element);
        let mut insert = Insert::Transparent;
        if !is_simple {
            insert = self.end_implied(element, name);
        }
        self.prepare_for_content(element, tag);
        let place = self.open.place();
        let first = self.tree.links.len();
        let display = self.tree.read_attributes(tag, element, place);
        self.set_link_context(first, Some(tag));
        let mut rendering = self.rendering(element, tag, display);
        let formula = self.tree.image_formula(element, tag);
        if formula.is_some() {
            rendering = rendering.in_line();
        }
        if is_simple && rendering.is_usual() {
            self.edge(element.edge());
            self.insert_simple(element);
        } else {
            if is_simple {
                insert = self.end_implied(element, name);
            } else if insert == Insert::Ignored {
                rendering = Rendering::default();
            }
            self.insert(element, name, insert, rendering);
        }
        self.mark_region(element, tag);
        let is_hidden = rendering.hidden.is_some();
        if let Some(formula) = formula {
            self.tree.push_image_formula(&formula, tag, self.open.place(), is_hidden);
        } else if self.tree.collects_blocks() {
            self.tree.start_inline(element, tag, name, is_hidden, self.open.place());
        }
        self.collectors.start_tag(tag, place);
        match element {
            Element::A => self.start_anchor(first),
            Element::Sub | Element::Sup if self.marks_scripts() => {
                self.tree.texts.text.start_script(element == Element::Sup);
            }
            Element::Img | Element::Image if !is_hidden => self.add_alt(tag),
            Element::Input if !is_hidden && is_image_button(tag) => self.add_alt(tag),
            Element::Template if is_shadow_root(tag) => {
                self.open.shadow_roots += 1;
                self.open.blocks.mark_innermost(element, Marks::SHADOW_ROOT);
            }
            Element::H1 | Element::H2 | Element::H3 | Element::H4 | Element::H5 | Element::H6
                if self.options.reads_headings() && self.open.hidden.is_none() =>
            {
                self.start_heading(tag, name);
            }
            _ => {}
        }
    }

    /// Handles the start tag of an `a` element that is simple. Requires
    /// [`Filter::updates_stack`](super::filter::Filter::updates_stack).
    ///
    /// PERF: nearly half of the tags on the slow path end here. Unless a style or a class displays the element in another way, it is not
    /// pushed on the stack and separates no text.
    #[inline(always)]
    fn plain_anchor(&mut self, tag: &StartTag<'a>, name: &'a [u8]) {
        let (place, first) = (self.open.place(), self.tree.links.len());
        let display = self.tree.read_attributes(tag, Element::A, place);
        let rendering = self.rendering(Element::A, tag, display);
        if !rendering.is_usual() {
            let insert = self.end_implied(Element::A, name);
            self.insert(Element::A, name, insert, rendering);
        }
        self.collectors.start_tag(tag, place);
        self.start_anchor(first);
    }

    /// Returns true if superscripts and subscripts are marked here.
    fn marks_scripts(&self) -> bool {
        self.options.text && self.open.hidden.is_none() && !self.open.is_pre()
    }

    /// Ends the open anchor, and starts one for the links from index `first` on.
    fn start_anchor(&mut self, first: usize) {
        let markers = self.open.blocks.markers();
        self.tree.end_anchor(|anchors| anchors.close_anchor(markers));
        self.tree.start_anchor(first, self.open.blocks.len(), markers);
    }

    fn start_heading(&mut self, tag: &StartTag<'a>, name: &[u8]) {
        if self.tree.start_heading(tag, name) {
            self.open.blocks.mark(Marks::HEADING);
        } else {
            self.flags.set(Flag::LimitHeadings);
        }
    }

    /// Adds the `alt` of an image to the open anchors and headings.
    fn add_alt(&mut self, tag: &StartTag<'a>) {
        if self.open.hidden.is_none() {
            self.tree.add_alt(tag);
        }
    }

    /// Updates the state that affects the tokens after this start tag.
    fn prepare_for_content(&mut self, element: Element, tag: &StartTag<'a>) {
        use Element::*;
        match element {
            Noscript if self.options.reads_raw_noscript() => self.open.raw_text = element,
            Noscript => self.open.noscripts += 1,
            Pre | Listing => self.open.drops_line_feed = true,
            Template if !is_shadow_root(tag) => self.open.templates += 1,
            Frameset => self.flags.set(Flag::Frameset),
            Script => {
                self.open.raw_text = element;
                self.tree.start_script(tag);
            }
            Title | Textarea | Style | Xmp | Iframe | Noembed | Noframes | Plaintext => self.open.raw_text = element,
            _ => {}
        }
    }

    /// Handles an SVG or MathML start tag.
    pub(super) fn foreign_start_tag(&mut self, tag: &StartTag<'a>, name: &'a [u8]) {
        self.open.in_head = false;
        let is_svg = tag.namespace() == Namespace::Svg;
        let is_text = is_svg && name == b"text";
        if is_text {
            self.edge(Edge::Space);
        }
        let first = self.tree.links.len();
        self.tree.links.start_tag(tag, self.open.place());
        self.set_link_context(first, Some(tag));
        if !tag.is_self_closing() {
            self.make_room();
            let ends_scopes = tree_sim::ends_scopes(tag.namespace(), name);
            self.open.blocks.push_foreign(name, ends_scopes, tree_sim::may_hold_html(tag));
            self.tree.open_transparent(is_svg || name.starts_with(b"annotation"));
            if is_text {
                self.open.blocks.mark(Marks::SVG_TEXT);
            }
            let is_hidden = match name {
                b"title" | b"desc" | b"metadata" | b"style" | b"script" => is_svg,
                b"annotation" | b"annotation-xml" => !is_svg,
                _ => false,
            };
            let is_hidden = is_hidden || !self.options.hidden_text && rendering::has_hiding_style(tag);
            if self.open.hidden.is_none() && is_hidden {
                let is_alt = is_svg && name == b"title";
                self.open.hidden = Some(HiddenElement { edge: Edge::None, is_alt, has_box: false, formatting: None });
                self.open.blocks.mark(Marks::HIDDEN);
            }
        }
        let place = self.open.place();
        if !is_svg {
            let height = self.open.blocks.len() + usize::from(tag.is_self_closing());
            self.tree.start_mathml(tag, name, place, height);
        }
        self.collectors.start_tag(tag, place);
        if is_svg && name == b"a" && !tag.is_self_closing() && self.tree.start_svg_anchor(first) {
            self.open.blocks.mark(Marks::SVG_ANCHOR);
        }
    }

    /// Returns the rendering of an HTML element.
    #[inline(always)]
    fn rendering(&mut self, element: Element, tag: &StartTag<'a>, display: DisplayAttributes) -> Rendering {
        let checks_class = !self.filter.skips_text && (element.edge() == Edge::None || self.tree.collects_blocks());
        let is_item = self.open.contains_items() && rendering::is_item(element, tag.name());
        let is_moved = is_item && element.edge() != Edge::Line;
        if !(rendering::may_be_unusual(element, display) || is_moved || checks_class && self.classes.has_any(tag))
            || self.open.hidden.is_some()
            || self.open.reopens.is_some()
        {
            return Rendering::default(); // also if already hidden, or between the two halves of a reopened hidden element
        }
        Rendering::of(element, tag, display, self.open.white_space, is_item, self.options.hidden_text)
    }
}

/// Returns true if the start tag of the element does not end the head.
pub(crate) fn is_head_element(element: Element) -> bool {
    use Element::*;
    matches!(
        element,
        Html | Head | Base | Bgsound | Link | Meta | Title | Noframes | Style | Script | Template | Noscript
    )
}
