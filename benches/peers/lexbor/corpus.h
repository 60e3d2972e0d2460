/* The packed strings that both modes of the driver read. */

#ifndef CORPUS_H
#define CORPUS_H

#include <stddef.h>
#include <stdint.h>

#include <lexbor/core/base.h>

struct document {
    const lxb_char_t *html;
    size_t length;
};

struct corpus {
    struct document *documents;
    size_t count;
    uint64_t bytes;
    /* As large as the largest document. */
    lxb_char_t *copy;
};

/* Prints the message, and exits. */
void fail(const char *message);

struct corpus load(const char *path);

/* Prints the tokens of the inputs in a file. */
int print_tokens(const char *path);

#endif
