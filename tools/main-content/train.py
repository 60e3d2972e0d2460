#!/usr/bin/env python3
"""Trains the trees that score the blocks of a page, and generates their Rust table.

    cargo run --release --example block_features -- FEATURES WCXB/dev/html/*.html LONG/html/*.html
    pip install -r tools/main-content/requirements.txt
    tools/main-content/train.py folds FEATURES TRUTHS      # five folds by domain: prints word F1 by page type
    tools/main-content/train.py fit FEATURES TRUTHS        # writes model.txt, pages.txt and extract/src/content/model.rs
    tools/main-content/train.py table                      # writes model.rs from model.txt
    tools/main-content/train.py check                      # model.rs is what model.txt gives; needs no data

The labelled pages are the development split of WCXB (Web Content Extraction Benchmark, CC-BY-4.0), which is not part of
this repository. `pages.txt` lists the ids of the pages that the model was trained on. The features come from the Rust
code, so that they are defined once.
"""

import argparse
import json
import random
import re
import sys
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import table

HERE = Path(__file__).resolve().parent
MODEL, PAGES, NAMES = HERE / "model.txt", HERE / "pages.txt", HERE / "features.txt"
RUST = HERE.parents[1] / "extract/src/content/model.rs"
WORD = re.compile(r"\w+")
TREES = 130
# Small steps, few features a tree and large leaves: two fits then differ little.
PARAMETERS = {
    "objective": "binary", "learning_rate": 0.1, "num_leaves": 31, "min_child_samples": 150, "lambda_l2": 2.0,
    "max_bin": 127, "feature_fraction": 0.4, "seed": 1, "deterministic": True, "force_row_wise": True, "verbose": -1,
    "num_threads": 2,
}
# At most this many blocks of a page are used, chosen at random.
BLOCKS = 250
# The views and their weight of recall.
VIEWS = {"main": 0.49, "precise": 0.25, "generous": 1.0}


def words(text):
    return WORD.findall(text.lower())


class Page:
    """A labelled page: its blocks, features and reference."""

    def __init__(self, row, x, truth):
        import numpy as np
        self.id, self.x = row["id"], x
        self.texts = [block[0] for block in row["blocks"]]
        self.levels = np.array([block[1] for block in row["blocks"]], dtype=int)
        self.count = np.array([block[2] for block in row["blocks"]], dtype=float)
        self.containers = [block[3] for block in row["blocks"]]
        self.is_paragraph = np.array([block[5] == "p" for block in row["blocks"]], dtype=bool)
        self.in_comments = np.array([block[4] for block in row["blocks"]], dtype=bool)
        self.kind = truth.get("_internal", {}).get("page_type", {}).get("primary", "article")
        self.kind = "collection" if self.kind == "category" else self.kind
        self.kind = "long" if self.id.startswith("long-") else self.kind
        self.domain = urlsplit(truth.get("url", "")).netloc.lower().removeprefix("www.") or self.id
        reference = words(truth["ground_truth"].get("main_content") or "")
        self.reference = Counter(reference)
        self.reference_len = len(reference)
        self.words = [words(text) for text in self.texts]
        self.label(reference)

    def label(self, reference):
        """Sets `share`, the share of each block that is in the reference, and `y`, whether it is content."""
        import numpy as np
        shingles = set(zip(reference, reference[1:], reference[2:]))
        joined = f" {' '.join(reference)} "
        def share(block):
            if len(block) >= 3:
                return sum(one in shingles for one in zip(block, block[1:], block[2:])) / (len(block) - 2)
            return float(bool(block) and f" {' '.join(block)} " in joined)
        self.share = np.array([share(block) for block in self.words])
        self.y = self.share > 0.5
        # Of equal blocks, only as many are content as the reference has: those with the most content around them.
        content = np.concatenate([[0], np.cumsum(self.y * np.minimum([len(block) for block in self.words], 30))])
        groups = defaultdict(list)
        for index, block in enumerate(self.words):
            if len(block) >= 4 and self.y[index]:
                groups[" ".join(block)].append(index)
        for text, group in groups.items():
            keep = max(1, joined.count(f" {text} "))
            if len(group) > keep:
                around = lambda at: content[min(at + 9, len(self.y))] - content[max(at - 8, 0)]
                for index in sorted(group, key=around)[:len(group) - keep]:
                    self.y[index], self.share[index] = False, 0.0

    def weights(self):
        """Each page counts the same; articles and documentation more, since most pages of the web are like them."""
        import numpy as np
        content = max((self.count * self.y).sum(), 20)
        weights = np.sqrt(np.minimum(np.maximum(self.count, 0.5) / content, 1)) * 3
        weights *= (self.share <= 0.15) | (self.share >= 0.7)  # sure labels only
        weights *= ~self.in_comments  # no view keeps them
        return weights * (1.7 if self.kind in ("article", "documentation") else 1.0)


def load(features, truths):
    import numpy as np
    names = (features / "names.txt").read_text(encoding="utf-8").splitlines()
    rows = np.fromfile(features / "rows.i16", dtype="<i2").reshape(-1, len(names))
    pages, at = [], 0
    with (features / "pages.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            x = rows[at:at + len(row["blocks"])]
            at += len(row["blocks"])
            truth = json.loads((truths / f"{row['id']}.json").read_text(encoding="utf-8"))
            if truth["ground_truth"].get("main_content"):
                pages.append(Page(row, x, truth))
    assert at == len(rows)
    return names, pages


def fit(names, pages, seed=1):
    """Returns the trees for some pages."""
    import lightgbm
    import numpy as np
    random_state = np.random.RandomState(seed)
    x, y, weights = [], [], []
    for page in pages:
        count, weight = len(page.texts), page.weights()
        if not count or page.reference_len < 5:
            continue
        chosen = np.arange(count)
        if count > BLOCKS:
            chosen = np.sort(random_state.choice(count, BLOCKS, replace=False))
            weight = weight * (count / BLOCKS)
        chosen = chosen[weight[chosen] > 0]
        x.append(page.x[chosen])
        y.append(page.y[chosen])
        weights.append(weight[chosen])
    data = lightgbm.Dataset(np.concatenate(x).astype(np.float32), np.concatenate(y).astype(float),
                            weight=np.concatenate(weights), params={"max_bin": PARAMETERS["max_bin"], "verbose": -1})
    booster = lightgbm.train({**PARAMETERS, "seed": seed}, data, TREES)
    trees = [table.quantized(tree["tree_structure"], names) for tree in booster.dump_model()["tree_info"]]
    return booster, trees


def fold_of(domain, count=5):
    """The fold of a domain."""
    return zlib.crc32(domain.encode()) % count


def raised(page, p, names):
    """The probabilities after the rules of `extract/src/content/siblings.rs` and `long_texts.rs`."""
    return raise_long_texts(page, raise_siblings(page, p, names), names)


def is_long(page, names):
    column = lambda name: page.x[:, names.index(name)].astype(int)
    return (column("Words") - column("LinkWords") >= 10) & (column("Punctuation") >= 1)


def raise_siblings(page, p, names):
    """The rule of `extract/src/content/siblings.rs`."""
    import numpy as np
    containers = defaultdict(list)
    for index in np.nonzero(is_long(page, names) & page.is_paragraph)[0]:
        containers[page.containers[index]].append(index)
    p = p.copy()
    for blocks in containers.values():
        mean = (page.count * p)[blocks].sum() / page.count[blocks].sum()
        possible = [index for index in blocks if p[index] >= 1 / 4 and mean >= 1 / 2]
        p[possible] = np.maximum(p[possible], mean)
        for index in blocks:
            before = index - 1
            if before >= 0 and page.levels[before] and page.containers[before] == page.containers[index] and p[before] >= 1 / 4:
                p[before] = max(p[before], p[index])
    return p


def raise_long_texts(page, p, names):
    """The probabilities, raised for the long blocks of long texts: the rule of `extract/src/content/long_texts.rs`.

    Shapes are distinguished by their features, which hardly two shapes of a page share.
    """
    import numpy as np
    shapes = defaultdict(list)
    features = ("ShapeCount", "ShapeAverage", "ShapeLinkShare", "ShapeShare", "ShapeLong", "ShapeRank")
    for index in np.nonzero(is_long(page, names))[0]:
        shapes[tuple(page.x[index, names.index(name)] for name in features)].append(index)
    p = p.copy()
    for shape in map(np.array, shapes.values()):
        probable = shape[p[shape] >= 0.5]
        start = shape[:np.searchsorted(np.cumsum(page.count[shape]), 500) + 1]
        mean_of = lambda blocks: (page.count * p)[blocks].sum() / max(page.count[blocks].sum(), 1)
        is_start_probable = page.count[shape].sum() >= 4000 and mean_of(start) >= 0.5
        if is_start_probable or page.count[probable].sum() >= 2000:
            mean = max(mean_of(start), mean_of(probable))
            possible = shape[p[shape] >= 1 / 64]
            p[possible] = np.maximum(p[possible], mean)
    return p


def select(page, p, b):
    """The blocks that a view keeps: the rules of `extract/src/content/view.rs`, without notes, navigation and hidden inline text."""
    import numpy as np
    title = next((index for index, level in enumerate(page.levels) if level == 1), None)
    order = [index for index in np.argsort(-p, kind="stable") if index != title and not page.in_comments[index]]
    if not order:
        return []
    expected = (p * page.count)[order]
    found, kept = np.cumsum(expected), np.cumsum(page.count[order])
    best = int(np.argmax(found / np.maximum(kept + b * found[-1], 1e-9)))
    if found[best] < 5:
        return []
    repeated, seen, selected = repeated_blocks(page), set(), []
    for index in sorted(order[:best + 1]):
        if index not in repeated or page.texts[index] not in seen:
            selected.append(index)
        seen.add(page.texts[index])
    return selected


def repeated_blocks(page):
    """The blocks of repeated runs of 60 words: the rule of `extract/src/content/ranking.rs`."""
    last, runs = {}, []
    for index, text in enumerate(page.texts):
        copy = last.get(text)
        last[text] = index
        if copy is not None and page.containers[copy] != page.containers[index]:
            before = runs[-1][-1] if runs else (-9, 0)
            if index - before[0] <= 4 and 0 < copy - before[1] <= 4 and copy < runs[-1][0][0]:
                runs[-1].append((index, copy))
            else:
                runs.append([(index, copy)])
    return {index for run in runs if sum(page.count[index] for index, _ in run) >= 60 for index, _ in run}


def word_scores(page, selected):
    """WCXB's word precision, recall and F1."""
    got = Counter()
    for index in selected:
        got.update(page.words[index])
    common = sum((got & page.reference).values())
    if not common:
        return 0.0, 0.0, 0.0
    precision, recall = common / sum(got.values()), common / page.reference_len
    return 2 * precision * recall / (precision + recall), precision, recall


def report(pages, probabilities, views=VIEWS):
    for view, b in views.items():
        groups = defaultdict(list)
        for page, p in zip(pages, probabilities):
            scores = word_scores(page, select(page, p, b))
            groups[page.kind].append(scores)
            if page.kind != "long":
                groups["all"].append(scores)
        print(f"{view:<14}{'pages':>6}{'F1':>8}{'P':>8}{'R':>8}")
        for kind, scores in sorted(groups.items(), key=lambda item: (item[0] == "all", item[0])):
            mean = [sum(column) / len(scores) for column in zip(*scores)]
            print(f"{kind:<14}{len(scores):>6}" + "".join(f"{value:8.3f}" for value in mean))


def run_folds(options):
    import numpy as np
    names, pages = load(options.features, options.truths)
    fold = [fold_of(page.domain) for page in pages]
    probabilities = [None] * len(pages)
    for number in range(options.folds):
        booster, _ = fit(names, [page for page, of in zip(pages, fold) if of != number])
        for index, page in enumerate(pages):
            if fold[index] == number:
                p = booster.predict(page.x, num_threads=2) if len(page.texts) else np.zeros(0)
                probabilities[index] = raised(page, p, names)
    scored = [index for index, p in enumerate(probabilities) if p is not None]
    report([pages[index] for index in scored], [probabilities[index] for index in scored])


def run_fit(options):
    names, pages = load(options.features, options.truths)
    _, trees = fit(names, pages)
    table.write(trees, MODEL)
    NAMES.write_text("\n".join(names) + "\n", encoding="utf-8")
    PAGES.write_text("\n".join(page.id for page in pages) + "\n", encoding="utf-8")
    run_table(options)


def run_table(_):
    names = NAMES.read_text(encoding="utf-8").splitlines()
    RUST.write_text(table.rust(table.read(MODEL), names), encoding="utf-8")


def run_check(_):
    names = NAMES.read_text(encoding="utf-8").splitlines()
    if RUST.read_text(encoding="utf-8") != table.rust(table.read(MODEL), names):
        sys.exit(f"{RUST} is not what {MODEL} gives: run train.py fit")


def main():
    parser = argparse.ArgumentParser(description="Trains the trees that score the blocks of a page.")
    commands = parser.add_subparsers(required=True)
    for name, run in (("folds", run_folds), ("fit", run_fit)):
        command = commands.add_parser(name)
        command.add_argument("features", type=Path, help="folder that the example block_features wrote")
        command.add_argument("truths", type=Path, help="folder with the files of ground-truth/")
        command.set_defaults(run=run)
        if name == "folds":
            command.add_argument("--folds", type=int, default=5, help="stop after this many folds")
    commands.add_parser("table").set_defaults(run=run_table)
    commands.add_parser("check").set_defaults(run=run_check)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
