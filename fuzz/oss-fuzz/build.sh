#!/bin/bash -eu
# Builds every fuzz target for OSS-Fuzz, with its dictionary, seeds and options. Runs in the image of the Dockerfile, which sets SRC
# and OUT and has nightly Rust and cargo-fuzz.
cd "$SRC/tagrake"
# shellcheck source=fuzz/inputs
source fuzz/inputs

# Debug assertions and overflow checks find more.
cargo fuzz build -O --debug-assertions

for file in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$file" .rs)
    choose_inputs "$target"
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    cp "$words" "$OUT/$target.dict"
    zip -q -j "$OUT/${target}_seed_corpus.zip" "$seeds"/*
    printf '[libfuzzer]\nmax_len = %s\n' "$max_len" >"$OUT/$target.options"
done
