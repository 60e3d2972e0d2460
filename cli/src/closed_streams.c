/* Marks standard streams that are closed when the process starts. Rust's runtime opens /dev/null in their place before `main`, so
 * rows would be lost without an error. This runs earlier and opens /dev/null too, but for the other direction: reading standard
 * input and writing standard output then fail with EBADF. It is in C because only unsafe Rust code can run before the runtime.
 * Linked by build.rs. */
#include <fcntl.h>

__attribute__((constructor)) static void mark_closed_streams(void) {
    /* The lowest free descriptor is the closed one. */
    if (fcntl(0, F_GETFD) == -1)
        (void)!open("/dev/null", O_WRONLY);
    if (fcntl(1, F_GETFD) == -1)
        (void)!open("/dev/null", O_RDONLY);
}
