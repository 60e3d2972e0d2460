//! Items of microdata and RDFa: values, nesting, references and limits.

use tagrake_extract::{Context, ExtractOptions, Extractor, Flag, Item, ItemSource, ItemValue};

/// Returns the items of a page, one per line: the source, its index, the index of its parent, types, id and properties.
fn items(html: &str) -> Vec<String> {
    let mut extractor = Extractor::new(ExtractOptions::default().with_items(true));
    let page = extractor.extract(html.as_bytes(), &Context::default().with_url(Some("http://e.org/d/p")));
    assert!(!page.flags.has(Flag::LimitItems), "{html}");
    page.items.iter().map(describe).collect()
}

fn describe(item: &Item<'_>) -> String {
    let mut line = if item.source == ItemSource::Microdata { "m".to_owned() } else { "r".to_owned() };
    if let Some(parent) = item.parent {
        line += &format!("<{parent}");
    }
    line += &format!(" [{}]", item.types.join(" "));
    if let Some(id) = item.id {
        line += &format!(" {id}");
    }
    for property in item.properties {
        line += &match property.value {
            ItemValue::Text(text) => format!(" {}={text:?}", property.name),
            ItemValue::Item(item) => format!(" {}=#{item}", property.name),
            other => format!(" {}={other:?}", property.name),
        };
    }
    line
}

#[test]
fn values_depend_on_the_element() {
    let html = "<div itemscope><meta itemprop=a content=1><img itemprop=b src=x.png><a itemprop=c href='?q'>t</a>
        <object itemprop=d data=o></object><data itemprop=e value=5>five</data><meter itemprop=f value=6></meter>
        <time itemprop=g datetime=2026>now</time><time itemprop=h>today</time><p itemprop=i>a <b>b</b>
        c</p><span itemprop=j content=9>nine</span><span itemprop=k content>k</span><a itemprop=l>no href</a><img itemprop=m>
        <p itemprop=n>one</p><p itemprop='o p o'>a<br>b<script>s</script></p><b itemprop=''></b><b itemprop=q></b></div>";
    let expected = "m [] a=\"1\" b=\"http://e.org/d/x.png\" c=\"http://e.org/d/p?q\" d=\"http://e.org/d/o\" e=\"5\" f=\"6\" \
        g=\"2026\" h=\"today\" i=\"a b c\" j=\"9\" k=\"k\" l=\"\" m=\"\" n=\"one\" o=\"a b\" p=\"a b\" q=\"\"";
    assert_eq!(items(html), [expected]);
}

#[test]
fn items_nest() {
    let html = "<p itemscope itemtype='http://e.org/A http://e.org/B' itemid=' i '><b itemprop=x itemscope itemid=no>
        <i itemprop=y>1</i></b><i itemprop=z>2</i></p><p itemscope></p><i itemprop=stray>3</i>";
    let expected = ["m [http://e.org/A http://e.org/B] http://e.org/d/i x=#1 z=\"2\"", "m<0 [] y=\"1\"", "m []"];
    assert_eq!(items(html), expected);
    // Implied end tags, and elements that the page never closes.
    let html = "<ul><li itemscope><b itemprop=a>1</b><li itemscope><b itemprop=a>2<p itemprop=b>3<p itemprop=c>4";
    assert_eq!(
        items(html),
        ["m [] a=\"1\"", "m [] a=\"234\" b=\"3\" c=\"4\""].map(|line| line.replace("234", "2 3 4"))
    );
    let table = "<table itemscope><tr><td itemprop=a>1<td itemprop=b>2</table><i itemprop=c>3</i>";
    assert_eq!(items(table), ["m [] a=\"1\" b=\"2\""]);
}

#[test]
fn html_and_body_contain_the_page() {
    let html =
        "<html itemscope><title itemprop=a>T</title><body itemscope itemprop=b><i itemprop=c>1</i></body></html>";
    assert_eq!(items(html), ["m [] a=\"T\" b=#1", "m<0 [] c=\"1\""]);
    // The tag gives its attributes to the body that `p` has started.
    assert_eq!(items("<p>x</p><body itemscope><i itemprop=a>1</i>"), ["m [] a=\"1\""]);
}

#[test]
fn templates_and_foreign_elements_have_no_items() {
    let html = "<template><p itemscope><b itemprop=a>1</b></p></template><svg itemscope><g itemprop=a></g></svg>";
    assert_eq!(items(html), [""; 0]);
    let html =
        "<p itemscope itemprop=x><template><b itemprop=a>1</b></template><b itemprop=b>2<template>3</template></b>";
    assert_eq!(items(html), ["m [] b=\"2\""]);
}

#[test]
fn references_add_properties() {
    let html = "<i id=before itemprop=a>1</i><div itemscope itemref='before after none'><i itemprop=b>2</i></div>
        <p id=after><i itemprop=c>3</i><b itemprop=d itemscope><i itemprop=e>4</i></b></p><p id=after><i itemprop=f></i></p>";
    assert_eq!(items(html), ["m [] a=\"1\" b=\"2\" c=\"3\" d=#1", "m<0 [] e=\"4\""]);
    // An item may refer to itself, and properties belong to it once.
    let html = "<div id=x itemscope itemref='x y'><i itemprop=a id=y>1</i></div>";
    assert_eq!(items(html), ["m [] a=\"1\""]);
}

#[test]
fn rdfa_makes_statements_about_resources() {
    let html = "<html prefix='e: http://e.org/#'><meta property=og:title content=T><body><p vocab=http://s.org/ typeof=A>
        <b property=name>n</b> <a property=url href=u>l</a><b property=part typeof=B><i property='name e:x'>m</i></b></p>";
    let expected = [
        "r [] http://e.org/d/p http://ogp.me/ns#title=\"T\"",
        "r [http://s.org/A] http://s.org/name=\"n\" http://s.org/url=\"http://e.org/d/u\" http://s.org/part=#2",
        "r<1 [http://s.org/B] http://s.org/name=\"m\" http://e.org/#x=\"m\"",
    ];
    assert_eq!(items(html), expected);
}

#[test]
fn rdfa_relates_resources() {
    let html = "<div vocab=http://s.org/ about=#a typeof=A><div rel=knows><p typeof=B><b property=n>1</b></p>
        <p typeof=B></p></div><a rel=see href=#c></a><p rev=of resource=#d></p><time property=t datetime=2026>x</time></div>
        <p vocab=http://s.org/ about=#a property=late>2</p>";
    let expected = [
        "r [http://s.org/A] http://e.org/d/p#a http://s.org/knows=#1 http://s.org/knows=#2 \
         http://s.org/see=\"http://e.org/d/p#c\" http://s.org/t=\"2026\" http://s.org/late=\"2\"",
        "r<0 [http://s.org/B] http://s.org/n=\"1\"",
        "r<0 [http://s.org/B]",
        "r [] http://e.org/d/p#d http://s.org/of=#0",
    ];
    let mut found = items(html);
    found.iter_mut().for_each(|line| *line = line.replace("r<3", "r"));
    assert_eq!(found, expected);
    // The body is about the page. Terms of `rel` with `property` are link types of HTML.
    let html = "<body vocab=http://s.org/ typeof=A><a property=p rel='nofollow' href=x>t</a>";
    assert_eq!(items(html), ["r [http://s.org/A] http://e.org/d/p http://s.org/p=\"http://e.org/d/x\""]);
}

#[test]
fn without_the_option_there_are_no_items() {
    let html = b"<p itemscope><b itemprop=a>1</b></p>";
    let mut extractor = Extractor::default();
    let page = extractor.extract(html, &Context::default());
    assert_eq!((page.items.len(), page.item_attributes.len()), (0, 2));
}

/// The other results do not depend on the option.
#[test]
fn items_do_not_change_the_rest_of_the_page() {
    let options = ExtractOptions::default().with_text(true);
    let (mut with, mut without) = (Extractor::new(options.clone().with_items(true)), Extractor::new(options));
    for page in tagrake_testsupport::pages::all() {
        let context = Context::default().with_url(Some("http://e.org/"));
        let (mut one, other) = (with.extract(&page.html, &context), without.extract(&page.html, &context));
        (one.items, one.parts) = (&[], other.parts);
        assert_eq!(format!("{one:?}"), format!("{other:?}"), "{}", page.name);
    }
}

#[test]
fn limits_are_reported() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_items(true));
    let mut read = |html: &str| {
        let page = extractor.extract(html.as_bytes(), &Context::default());
        let values = page.items.iter().flat_map(|item| item.properties);
        let bytes: usize =
            values.map(|property| if let ItemValue::Text(text) = property.value { text.len() } else { 0 }).sum();
        (page.items.len(), bytes, page.flags.has(Flag::LimitItems))
    };
    assert_eq!(read(&"<p itemscope></p>".repeat(200_000)), (1 << 16, 0, true));
    // The text of each property is the same 100 kB.
    let nested = format!("<p itemscope>{}{}", "<b itemprop=a>".repeat(400), "0123456789".repeat(10_000));
    let (_, bytes, is_limited) = read(&nested);
    assert!(is_limited && bytes <= 16 << 20, "{bytes}");
    let (_, bytes, is_limited) = read(&format!("<p itemscope><b itemprop=a>{}", "0123456789".repeat(2 << 20)));
    assert!(is_limited && bytes <= 16 << 20, "{bytes}");
    let deep = format!("<p itemscope>{}<b itemprop=a>1", "<span>".repeat(600));
    assert_eq!(read(&deep), (1, 1, true));
    // Each item refers to all properties.
    let references = "<p itemscope itemref=x></p>".repeat(10_000);
    let (_, _, is_limited) = read(&format!("<p id=x>{}</p>{references}", "<b itemprop=a></b>".repeat(10_000)));
    assert!(is_limited);
}
