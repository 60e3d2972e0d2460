/* The configuration of jemalloc, which reads this variable when the process starts. It is in C because Rust can only
 * export a symbol as unsafe code. Linked by build.rs.
 *
 * narenas:1 - one set of freed blocks for all threads. Small blocks are cached per thread in any case. With the default
 * of four sets per core, runs with eight threads take half as much memory again (docs/limits.md). */
const char *_rjem_malloc_conf = "narenas:1";
