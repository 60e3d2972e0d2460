//! `tagrake items`: rows of the items of pages, by type, with the values of properties as columns.

use crate::support::command::{Folder, pipe};
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::html_resource;

/// A shop with a product in each syntax, and a recipe.
const SHOP: &[u8] = br#"<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
      {"@type": "WebPage", "name": "Shop", "mainEntity": {"@type": "Product", "name": "Tea, \"green\"", "brand": "Acme",
        "offers": [{"@type": "Offer", "price": 4.50, "priceCurrency": "EUR"}, {"price": "5", "priceCurrency": "USD"}]}},
      {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["water", "salt"], "author": {"@type": "Person", "name": "Ann"}}]}</script>
    <div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Cup</b>
      <p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price" content="7.00">7</b></p></div>
    <div vocab="https://schema.org/" typeof="Product"><b property="name">Pot</b></div>"#;

#[test]
fn products_are_rows_with_columns() {
    let folder = Folder::new(&[("shop.html", SHOP)]);
    let fields = "--fields name,offers.price,offers.priceCurrency,brand.name";
    let printed = folder.run(&format!("items --type Product {fields} --url http://e.org/ shop.html")).exits(0);
    let row = |syntax: &str, position: u64, name: &str| {
        json!({"source": "shop.html", "page_url": "http://e.org/", "syntax": syntax, "type": "Product", "position": position,
            "name": name, "offers.price": null, "offers.priceCurrency": null, "brand.name": null})
    };
    let mut expected = [row("json-ld", 0, "Tea, \"green\""), row("microdata", 1, "Cup"), row("rdfa", 2, "Pot")];
    expected[0]["offers.price"] = json!("4.50");
    expected[0]["offers.priceCurrency"] = json!("EUR");
    expected[0]["brand.name"] = json!("Acme");
    expected[1]["offers.price"] = json!("7.00");
    assert_eq!(printed.rows(), expected);
    assert_eq!(printed.stderr, "tagrake: 3 items from 1 page\n");
    let csv = folder.run("items -q --type Product --fields name,price=offers.price --format csv shop.html").exits(0);
    let lines = "id,source,page_url,syntax,type,position,name,price\r\n\
        ,shop.html,,json-ld,Product,0,\"Tea, \"\"green\"\"\",4.50\r\n\
        ,shop.html,,microdata,Product,1,Cup,7.00\r\n\
        ,shop.html,,rdfa,Product,2,Pot,\r\n";
    assert_eq!(csv.text(), lines);
}

#[test]
fn types_may_be_several_and_fields_may_be_lists() {
    let printed = pipe(
        "items -q --type Recipe,Offer --type https://schema.org/WebPage --fields name,x[]=recipeIngredient,author.name",
        SHOP,
    );
    let rows: Vec<_> = printed.exits(0).rows().iter().map(|row| json!([row["type"], row["name"], row["x"]])).collect();
    let expected = json!([
        ["WebPage", "Shop", []],
        ["Offer", null, []],
        ["Recipe", "Soup", ["water", "salt"]],
        ["Offer", null, []],
    ]);
    assert_eq!(Value::Array(rows), expected);
    let printed = pipe("items -q --type recipe", SHOP).exits(0);
    let item: Value = serde_json::from_str(printed.rows()[0]["item"].as_str().expect("a text")).expect("JSON");
    let author = json!({"@type": "Person", "name": "Ann"});
    assert_eq!(
        item,
        json!({"@type": "Recipe", "name": "Soup", "recipeIngredient": ["water", "salt"], "author": author})
    );
}

#[test]
fn usage_errors_say_what_is_wrong() {
    for (arguments, message) in [
        ("--type 'a b'", "'a b' is no type"),
        ("--fields a..b", "the field 'a..b' has an empty name"),
        ("--fields name,Name", "two fields have the column 'Name'"),
        ("--fields position", "rows of items have a column 'position' already"),
        ("--fields 'name[]' --format csv", "the column 'name' is a list, which CSV cannot hold"),
        ("--errors record", "'--errors record' needs records of pages"),
    ] {
        let printed = pipe(&format!("items {arguments}"), SHOP).exits(2);
        assert!(printed.stderr.contains(message), "{arguments}: {}", printed.stderr);
    }
}

/// The rows do not depend on the number of threads or the size of blocks, and `--limit` counts rows.
#[test]
fn items_of_archives_are_in_order() {
    let page = |number: u32| {
        let item = format!("<p itemscope itemtype=http://schema.org/Product><b itemprop=name>{number}</b></p>");
        html_resource(&item.repeat(3))
    };
    let archive: Vec<u8> = (0..50).flat_map(page).collect();
    let folder = Folder::new(&[("a.warc", &archive)]);
    let all = folder.run("items -j 1 --type Product --fields name a.warc").exits(0);
    assert_eq!(all.rows().len(), 150);
    let many = folder.run("items -j 4 --work-bytes 300 --type Product --fields name a.warc").exits(0);
    assert_eq!(many.text(), all.text());
    let limited = folder.run("items --limit 4 --type Product --fields name a.warc").exits(0);
    assert_eq!(limited.rows()[..], all.rows()[..4]);
}

#[cfg(feature = "columns")]
#[test]
fn items_may_be_columns() {
    let folder = Folder::new(&[("shop.html", SHOP)]);
    folder.run("items --type Product --fields 'name,prices[]=offers.price' -o p.parquet shop.html").exits(0);
    assert!(folder.read("p.parquet").starts_with(b"PAR1"));
    let printed = folder.run("items --type Product --fields name --format arrow shop.html").exits(0);
    assert!(printed.stdout.starts_with(&[0xFF; 4]));
}
