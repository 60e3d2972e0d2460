//! Tables as grids of cells. `docs/extraction.md` lists where pandas' `read_html` differs.

use std::time::{Duration, Instant};
use tagrake_extract::{Context, ExtractOptions, Extractor, Flag, MarkdownOptions, PageTable};

/// Calls `take` with the tables of a page, and whether the page has the flag of a limit.
fn read<T>(html: &str, take: impl FnOnce(&[PageTable<'_, '_>], bool) -> T) -> T {
    let mut extractor = Extractor::new(ExtractOptions::default().with_tables(true));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    let blocks = page.blocks.expect("tables were requested");
    take(&blocks.tables().collect::<Vec<_>>(), page.flags.has(Flag::LimitText))
}

/// Writes a table: a line for each row, `|` between cells, `-` for a position without a cell.
fn grid(table: &PageTable<'_, '_>) -> String {
    let mut rows = vec![vec!["-"; table.columns()]; table.rows()];
    for cell in table.cells() {
        let position = &mut rows[cell.row()][cell.column()];
        assert_eq!(*position, "-", "two cells at {cell:?}");
        *position = cell.text();
    }
    rows.iter().map(|row| row.join("|")).collect::<Vec<_>>().join("\n")
}

fn grids(html: &str) -> Vec<String> {
    read(html, |tables, _| tables.iter().map(grid).collect())
}

/// Compares the only table of each page with its grid.
fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(grids(html), [*expected], "{html}");
    }
}

#[test]
fn cells_have_their_positions() {
    check(&[
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a|b\nc|d"),
        ("<table><tr><th>a<th>b<tr><td>c</table>", "a|b\nc|-"),
        ("<table><tr><td>a<tr><tr><td>b</table>", "a\n-\nb"),
        ("<table><tr><td><td>b</table>", "|b"),
        ("<table><td>a<td>b</table>", "a|b"),
        ("<table></table>", ""),
        ("<table><thead><th>a<th>b<tbody><tr><td>c<td>d</table>", "a|b\nc|d"),
        ("<table>x<tr><td>a</table>", "a"),
    ]);
}

#[test]
fn a_cell_is_at_each_position_that_it_spans() {
    check(&[
        ("<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>", "a|a|b\nc|d|e"),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "a|b\na|c"),
        ("<table><tr><td>a<td rowspan=2>b<tr><td>c</table>", "a|b\nc|b"),
        ("<table><tr><td>a<td rowspan=2 colspan=2>b<td>c<tr><td>d<td>e</table>", "a|b|b|c\nd|b|b|e"),
        ("<table><tr><td rowspan=3>a<td>b<tr><td rowspan=2>c<tr><td>d</table>", "a|b|-\na|c|-\na|c|d"),
        ("<table><tr><td rowspan=2>a<tr></table>", "a\na"),
        ("<table><tr><td rowspan=x colspan=-1>a<td>b</table>", "a|b"),
        ("<table><tr><td colspan=0>a<td>b</table>", "a|b"),
        ("<table><tr><td colspan=' 2px'>a</table>", "a|a"),
    ]);
    let wide = "<table><tr><td colspan=1001>a<tr><td colspan=70000>b</table>";
    read(wide, |tables, _| assert_eq!((tables[0].columns(), tables[0].cells().count()), (1000, 2000)));
}

#[test]
fn spans_end_with_the_row_group() {
    check(&[
        ("<table><tr><td rowspan=9>a<td>b</table>", "a|b"),
        ("<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>", "a|b\na|c\na|d"),
        ("<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>", "a|b\na|c\nd|e"),
        ("<table><thead><tr><th rowspan=2>a<th>b</thead><tr><td>c<td>d</table>", "a|b\nc|d"),
    ]);
}

#[test]
fn where_cells_overlap_the_one_further_left_is_taken() {
    check(&[
        ("<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c</table>", "a|b\nc|c"),
        ("<table><tr><td>a<td rowspan=2 colspan=2>b<tr><td colspan=2>c<td>d</table>", "a|b|b|-\nc|c|b|d"),
    ]);
}

#[test]
fn the_header_is_first_and_the_footer_last() {
    let html = "<table><tfoot><tr><td>f</tfoot><tr><td>b<thead><tr><td>h</thead><tr><td>c<tfoot><tr><td>g</table>";
    check(&[(html, "h\nb\nc\nf\ng")]);
    let html = "<table><thead><tr><td>a</thead><tr><th>b<td>c</table>";
    read(html, |tables, _| {
        let headers: Vec<_> = tables[0].cells().map(|cell| (cell.text(), cell.is_header())).collect();
        assert_eq!(headers, [("a", true), ("b", true), ("c", false)]);
    });
}

#[test]
fn nested_tables_are_tables_of_their_own() {
    let html = "<table><tr><td>a<table><tr><td>b</table>c<td>d</table><table><tr><td>e</table>";
    assert_eq!(grids(html), ["a c|d", "b", "e"]);
    read(html, |tables, _| {
        assert_eq!(tables.iter().map(PageTable::parent).collect::<Vec<_>>(), [None, Some(0), None]);
        assert_eq!(tables.iter().map(PageTable::index).collect::<Vec<_>>(), [0, 1, 2]);
    });
}

#[test]
fn hidden_parts_are_left_out() {
    check(&[
        ("<table><tr><td style=display:none>a<td>b</table>", "b"),
        ("<table><tr hidden><td>a<td>b<tr><td>c</table>", "c"),
        ("<table><tbody style='display: none'><tr><td>a<tbody><tr><td>b</table>", "b"),
        ("<table><tr><td>a <b style=display:none>x</b> b</table>", "a b"),
        ("<table><tr><td>a<b hidden>x</b>b</table>", "ab"),
        ("<table hidden><tr><td>a</table><table><tr><td>b</table>", "b"),
        ("<div hidden><table><tr><td>a</table></div><table><tr><td>b</table>", "b"),
        ("<b hidden><table><tr><td>a</table></b><table><tr><td>b</table>", "b"),
        // It takes up its place.
        ("<table><tr><td style=visibility:hidden>a<td>b</table>", "|b"),
        ("<table><tr><td><span class=sr-only>a</span><td>b</table>", "a|b"),
    ]);
}

#[test]
fn the_text_of_a_cell_is_one_line() {
    check(&[
        ("<table><tr><td> a\n b&nbsp;c </table>", "a b c"),
        ("<table><tr><td>a<br>b<br><br>c</table>", "a b c"),
        ("<table><tr><td><p>a<p>b<ul><li>c<li>d</ul></table>", "a b c d"),
        ("<table><tr><td><pre>a\n  b</pre></table>", "a b"),
        ("<table><tr><td>a<sup>2</sup><b>b</b><td><style>c</style>d<script>e</script></table>", "a2b|d"),
    ]);
}

#[test]
fn captions_belong_to_their_tables() {
    let html = "<table><caption>A <b>b</b><br>c</caption><caption>d</caption><tr><td>\
        <table><tr><td>e</table></table><table><caption></caption><tr><td>f</table>";
    read(html, |tables, _| {
        assert_eq!(tables.iter().map(PageTable::caption).collect::<Vec<_>>(), [Some("A b c"), None, Some("")]);
    });
}

#[test]
fn tables_that_hold_data_are_those_with_rows_in_markdown() {
    for (html, is_data) in [
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", true),
        ("<table><tr><td>a<td>b</table>", false),
        ("<table><tr><td>a<tr><td>b</table>", false),
        ("<table><tr><td hidden>a<td>b<tr><td>c</table>", false),
        ("<table><tr><td rowspan=2>a<td><ul><li>b</ul><tr><td>c</table>", false),
        ("<table><tr><th rowspan=2>a<td><ul><li>b</ul><tr><td>c</table>", true),
        ("<table><tr><td>a<td>b<tr><td>c<td><table></table></table>", false),
    ] {
        read(html, |tables, _| assert_eq!(tables[0].is_data(), is_data, "{html}"));
        let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
        let page = extractor.extract(html.as_bytes(), &Context::default());
        let mut markdown = String::new();
        page.blocks.expect("requested").write_markdown(&MarkdownOptions::default(), &mut markdown);
        assert_eq!(markdown.contains("| --- |"), is_data, "{html}: {markdown}");
    }
}

#[test]
fn spans_beyond_the_limit_are_ignored() {
    let row = "<tr><td colspan=1000 rowspan=65534>a".repeat(200);
    read(&format!("<table>{row}</table>"), |tables, is_flagged| {
        assert!(is_flagged);
        let cells = tables[0].cells();
        assert_eq!(cells.filter(|cell| !cell.is_repeated()).count(), 200, "no cell is lost");
        assert!(tables[0].cells().count() < 200 + (1 << 18));
    });
    // A long text costs more.
    let html = format!("<table><tr><td colspan=1000>{}<tr><td>b</table>", "x".repeat(1 << 20));
    read(&html, |tables, is_flagged| assert!(is_flagged && tables[0].cells().count() == 2));
    let fits = "<tr><td colspan=1000>a".repeat(262);
    read(&format!("<table>{fits}</table>"), |tables, is_flagged| {
        assert!(!is_flagged && tables[0].cells().count() == 262_000);
    });
}

#[test]
fn adversarial_tables_take_linear_time() {
    let open = "<table><tr><td>".repeat(150);
    let nested = format!("{open}<p>a{}", "</table><p>a".repeat(150));
    let columns = format!("<table><tr>{}{}", "<td rowspan=65534>".repeat(20_000), "<tr>".repeat(20_000));
    let stairs = format!("<table>{}", "<tr><td rowspan=0>a".repeat(20_000));
    let pieces = [nested.repeat(30), columns, stairs, "<table><caption>a".repeat(20_000)];
    for html in pieces {
        let start = Instant::now();
        read(&html, |tables, _| tables.iter().map(|table| table.cells().count()).sum::<usize>());
        assert!(start.elapsed() < Duration::from_secs(5), "{} took {:?}", &html[..40], start.elapsed());
    }
}
