/* Prepares the process before Rust's runtime starts. It is in C because only unsafe Rust code can run that early or ignore a
 * signal. Linked by build.rs. */
#include <fcntl.h>
#include <signal.h>

/* Marks standard streams that are closed when the process starts. Rust's runtime opens /dev/null in their place before `main`, so
 * rows would be lost without an error. This runs earlier and opens /dev/null too, but for the other direction: reading standard
 * input and writing standard output then fail with EBADF. */
__attribute__((constructor)) static void mark_closed_streams(void) {
    /* The lowest free descriptor is the closed one. */
    if (fcntl(0, F_GETFD) == -1)
        (void)!open("/dev/null", O_WRONLY);
    if (fcntl(1, F_GETFD) == -1)
        (void)!open("/dev/null", O_RDONLY);
}

/* Ignores SIGXFSZ, which ends the process by default. A write past the file size limit then fails with EFBIG, which is reported as
 * an error of that output. */
__attribute__((constructor)) static void ignore_file_size_signal(void) {
    signal(SIGXFSZ, SIG_IGN);
}
