/* Reads pages with lexbor's tokenizer and counts its tokens. The protocol is in ../README.md. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lexbor/core/base.h>
#include <lexbor/dom/interfaces/attr.h>
#include <lexbor/html/tokenizer.h>

#include "corpus.h"

struct counts {
    uint64_t doctypes;
    uint64_t start_tags;
    uint64_t end_tags;
    uint64_t comments;
    uint64_t processing_instructions;
    uint64_t attributes;
    uint64_t links;
    uint64_t name_bytes;
    uint64_t value_bytes;
    uint64_t text_bytes;
    uint64_t comment_bytes;
    /* The sum of the first bytes of all strings, so that strings are read and not only their lengths. */
    uint64_t first_bytes;
};

void fail(const char *message)
{
    fprintf(stderr, "lexbor: %s\n", message);
    exit(EXIT_FAILURE);
}

static uint64_t look_at(struct counts *counts, const lxb_char_t *string, size_t length)
{
    counts->first_bytes += length > 0 ? string[0] : 0;
    return length;
}

static void see_attributes(struct counts *counts, const lxb_html_token_t *token)
{
    for (lxb_html_token_attr_t *attribute = token->attr_first; attribute != NULL; attribute = attribute->next) {
        size_t length;
        const lxb_char_t *name = lxb_html_token_attr_name(attribute, &length);

        counts->attributes++;
        counts->name_bytes += look_at(counts, name, length);
        counts->value_bytes += look_at(counts, attribute->value, attribute->value_size);
        if (token->tag_id == LXB_TAG_A && attribute->name->attr_id == LXB_DOM_ATTR_HREF) {
            counts->links++;
        }
    }
}

static void see_tag(lxb_html_tokenizer_t *tokenizer, struct counts *counts, const lxb_html_token_t *token)
{
    size_t length;
    const lxb_char_t *name = lxb_tag_name_by_id(token->tag_id, &length);

    counts->name_bytes += look_at(counts, name, length);
    if (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) {
        counts->end_tags++;
        return;
    }
    counts->start_tags++;
    see_attributes(counts, token);
    /* The text state of a tree builder without scripting for an HTML element, as for all contenders. */
    lxb_html_tokenizer_set_state_by_tag(tokenizer, false, token->tag_id, LXB_NS_HTML);
}

/* lexbor stores the name of a DOCTYPE as the name of its first attribute. */
static void see_doctype(struct counts *counts, const lxb_html_token_t *token)
{
    counts->doctypes++;
    if (token->attr_first != NULL) {
        size_t length;
        const lxb_char_t *name = lxb_html_token_attr_name(token->attr_first, &length);

        counts->name_bytes += look_at(counts, name, length);
    }
}

static lxb_html_token_t *see_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context)
{
    struct counts *counts = context;
    size_t length = (size_t) (token->text_end - token->text_start);

    switch (token->tag_id) {
    case LXB_TAG__TEXT:
        counts->text_bytes += look_at(counts, token->text_start, length);
        break;
    case LXB_TAG__EM_COMMENT:
        counts->comments++;
        counts->comment_bytes += look_at(counts, token->text_start, length);
        break;
    case LXB_TAG__PROCESSINGINSTRUCTION:
        counts->processing_instructions++;
        look_at(counts, token->text_start, length);
        break;
    case LXB_TAG__EM_DOCTYPE:
        see_doctype(counts, token);
        break;
    case LXB_TAG__END_OF_FILE:
        break;
    default:
        see_tag(tokenizer, counts, token);
    }
    return token;
}

static void read_page(lxb_html_tokenizer_t *tokenizer, const struct document *document)
{
    lxb_html_tokenizer_clean(tokenizer);
    if (lxb_html_tokenizer_begin(tokenizer) != LXB_STATUS_OK
        || lxb_html_tokenizer_chunk(tokenizer, document->html, document->length) != LXB_STATUS_OK
        || lxb_html_tokenizer_end(tokenizer) != LXB_STATUS_OK)
    {
        fail("the tokenizer gave up on a page");
    }
    /* Removes the names that this page added, as lexbor does when it cleans a document. */
    lexbor_hash_clean(lxb_html_tokenizer_tags(tokenizer));
    lexbor_hash_clean(lxb_html_tokenizer_attrs(tokenizer));
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* Reads the first documents, up to `limit` bytes, and prints the report. */
static void pass(lxb_html_tokenizer_t *tokenizer, struct counts *counts, const struct corpus *corpus, uint64_t limit)
{
    size_t documents = 0;
    uint64_t bytes = 0;
    double seconds = 0;

    while (documents < corpus->count && bytes + corpus->documents[documents].length <= limit) {
        bytes += corpus->documents[documents++].length;
    }
    memset(counts, 0, sizeof(*counts));
    for (size_t index = 0; index < documents; index++) {
        struct document document = { corpus->copy, corpus->documents[index].length };
        double start;

        memcpy(corpus->copy, corpus->documents[index].html, document.length);
        start = seconds_now();
        read_page(tokenizer, &document);
        seconds += seconds_now() - start;
    }
    /* Keeps the compiler from removing the reads. The report does not have this sum. */
    if (counts->first_bytes == UINT64_MAX) {
        fail("the sum of the first bytes is impossible");
    }
    printf("{\"seconds\": %.9f, \"documents\": %zu, \"bytes\": %llu, \"counts\": {", seconds, documents,
           (unsigned long long) bytes);
#define COUNT(name, end) printf("\"" #name "\": %llu" end, (unsigned long long) counts->name)
    COUNT(doctypes, ", ");
    COUNT(start_tags, ", ");
    COUNT(end_tags, ", ");
    COUNT(comments, ", ");
    COUNT(processing_instructions, ", ");
    COUNT(attributes, ", ");
    COUNT(links, ", ");
    COUNT(name_bytes, ", ");
    COUNT(value_bytes, ", ");
    COUNT(text_bytes, ", ");
    COUNT(comment_bytes, "}}\n");
#undef COUNT
    fflush(stdout);
}

static lxb_char_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    lxb_char_t *data = NULL;
    long length;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0) {
        fail("the corpus cannot be opened");
    }
    rewind(file);
    *size = (size_t) length;
    data = malloc(*size + 1);
    if (data == NULL || fread(data, 1, *size, file) != *size) {
        fail("the corpus cannot be read");
    }
    fclose(file);
    return data;
}

struct corpus load(const char *path)
{
    struct corpus corpus = { 0 };
    size_t size, capacity = 0, at = 0, longest = 0;
    const lxb_char_t *data = read_file(path, &size);

    while (at < size) {
        size_t length;

        if (size - at < 4) {
            fail("the corpus ends within a length");
        }
        length = data[at] | data[at + 1] << 8 | data[at + 2] << 16 | (size_t) data[at + 3] << 24;
        at += 4;
        if (size - at < length) {
            fail("the corpus ends within a document");
        }
        if (corpus.count == capacity) {
            capacity = capacity > 0 ? 2 * capacity : 1024;
            corpus.documents = realloc(corpus.documents, capacity * sizeof(*corpus.documents));
            if (corpus.documents == NULL) {
                fail("no memory for the documents");
            }
        }
        corpus.documents[corpus.count++] = (struct document) { data + at, length };
        corpus.bytes += length;
        longest = length > longest ? length : longest;
        at += length;
    }
    corpus.copy = malloc(longest + 1);
    if (corpus.copy == NULL) {
        fail("no memory for a document");
    }
    return corpus;
}

int main(int argc, char **argv)
{
    struct corpus corpus;
    struct counts counts;
    char line[64];
    lxb_html_tokenizer_t *tokenizer = lxb_html_tokenizer_create();

    if (argc == 3 && strcmp(argv[1], "--tokens") == 0) {
        return print_tokens(argv[2]);
    }
    if (argc != 2) {
        fail("usage: lexbor [--tokens] FILE");
    }
    if (tokenizer == NULL || lxb_html_tokenizer_init(tokenizer) != LXB_STATUS_OK) {
        fail("no memory for the tokenizer");
    }
    lxb_html_tokenizer_callback_token_done_set(tokenizer, see_token, &counts);
    corpus = load(argv[1]);
    printf("{\"ready\": true, \"name\": \"lexbor\", \"version\": \"%s\", \"documents\": %zu, \"bytes\": %llu}\n",
           LEXBOR_VERSION_STRING, corpus.count, (unsigned long long) corpus.bytes);
    fflush(stdout);
    while (fgets(line, sizeof(line), stdin) != NULL && strncmp(line, "quit", 4) != 0) {
        unsigned long long limit = UINT64_MAX;

        if (strncmp(line, "pass", 4) != 0 || (line[4] == ' ' && sscanf(line + 5, "%llu", &limit) != 1)) {
            fail("neither `pass` nor `quit` was asked");
        }
        pass(tokenizer, &counts, &corpus, limit);
    }
    lxb_html_tokenizer_destroy(tokenizer);
    return EXIT_SUCCESS;
}
