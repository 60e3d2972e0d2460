/* The configuration of jemalloc, which reads this variable when the process starts. It is in C because Rust can only
 * export a symbol as unsafe code. Linked by build.rs.
 *
 * narenas:1 - one set of freed blocks for all threads. Small blocks are cached per thread in any case. With the default
 * of four sets per core, runs with eight threads take up to 1.36 times the memory (docs/guarantees.md).
 * oversize_threshold:4194304 - freed blocks of 4 MiB or more return to the system at once. With the default of 8 MiB,
 * the blocks that a large row outgrew stay.
 * dirty_decay_ms:100 - other freed blocks return within a tenth of a second. With the default of ten seconds, pages of
 * 15.5 MB, read by eight threads, take 20 MB more (benches/record/HISTORY.md). */
const char *_rjem_malloc_conf = "narenas:1,oversize_threshold:4194304,dirty_decay_ms:100";
