/* Writes the tokens and errors of lexbor. The form is in ../README.md. */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <lexbor/dom/interfaces/attr.h>
#include <lexbor/html/html.h>
#include <lexbor/html/tokenizer/state.h>
#include <lexbor/html/tokenizer/state_rcdata.h>
#include <lexbor/html/tokenizer/state_rawtext.h>
#include <lexbor/html/tokenizer/state_script.h>

#include "corpus.h"

/* The callback of the tree builder, which gets each token after it is written, and the input. */
struct writer {
    lxb_html_tokenizer_token_f next;
    void *next_context;
    const lxb_char_t *html;
    const lxb_char_t *end;
    size_t tokens;
};

static void write_string(const lxb_char_t *string, size_t length)
{
    putchar('"');
    for (size_t index = 0; index < length; index++) {
        if (string[index] < 0x20 || string[index] == '"' || string[index] == '\\') {
            printf("\\u%04x", string[index]);
        } else {
            putchar(string[index]);
        }
    }
    putchar('"');
}

/* lexbor stores the name of a DOCTYPE as its first attribute, and the identifiers as the values of the others. */
static void write_doctype(const lxb_html_token_t *token)
{
    lxb_html_token_attr_t *attribute = token->attr_first;
    const lxb_html_token_attr_t *ids[2] = { NULL, NULL };
    size_t length;

    printf("[\"DOCTYPE\",");
    if (attribute == NULL) {
        printf("null");
    } else {
        const lxb_char_t *name = lxb_html_token_attr_name(attribute, &length);

        write_string(name, length);
        if ((attribute = attribute->next) != NULL) {
            bool is_public = attribute->name->attr_id == LXB_DOM_ATTR_PUBLIC;

            ids[is_public ? 0 : 1] = attribute;
            if (is_public) {
                ids[1] = attribute->next;
            }
        }
    }
    for (int index = 0; index < 2; index++) {
        putchar(',');
        if (ids[index] == NULL || ids[index]->value_begin == NULL) {
            printf("null");
        } else {
            write_string(ids[index]->value, ids[index]->value_size);
        }
    }
    printf(",%s]", token->type & LXB_HTML_TOKEN_TYPE_FORCE_QUIRKS ? "false" : "true");
}

static void write_tag(const lxb_html_token_t *token, const lxb_char_t *name, size_t length)
{
    if (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) {
        printf("[\"EndTag\",");
        write_string(name, length);
    } else {
        printf("[\"StartTag\",");
        write_string(name, length);
        printf(",[");
        for (lxb_html_token_attr_t *attribute = token->attr_first; attribute != NULL; attribute = attribute->next) {
            const lxb_char_t *attribute_name = lxb_html_token_attr_name(attribute, &length);

            printf("%s[", attribute == token->attr_first ? "" : ",");
            write_string(attribute_name, length);
            putchar(',');
            write_string(attribute->value, attribute->value_size);
            putchar(']');
        }
        printf("],%s", token->type & LXB_HTML_TOKEN_TYPE_CLOSE_SELF ? "true" : "false");
    }
    putchar(']');
}

static lxb_html_token_t *write_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context)
{
    struct writer *writer = context;
    size_t length = token->text_end - token->text_start, name_length;
    const lxb_char_t *name = lxb_tag_name_by_id(token->tag_id, &name_length);

    if (token->tag_id != LXB_TAG__END_OF_FILE) {
        printf("%s", writer->tokens++ > 0 ? "," : "");
    }
    switch (token->tag_id) {
    case LXB_TAG__END_OF_FILE:
        break;
    case LXB_TAG__TEXT:
    case LXB_TAG__EM_COMMENT:
        printf("[\"%s\",", token->tag_id == LXB_TAG__TEXT ? "Character" : "Comment");
        write_string(token->text_start, length);
        putchar(']');
        break;
    case LXB_TAG__PROCESSINGINSTRUCTION:
        printf("[\"ProcessingInstruction\",");
        write_string(token->text_start, token->null_count);
        putchar(',');
        write_string(token->text_start + token->null_count, length - token->null_count);
        putchar(']');
        break;
    case LXB_TAG__EM_DOCTYPE:
        write_doctype(token);
        break;
    default:
        write_tag(token, name, name_length);
    }
    return writer->next == NULL ? token : writer->next(tokenizer, token, writer->next_context);
}

/* Writes the errors of a test with their lines and columns, which count UTF-16 code units. */
static void write_errors(const struct writer *writer, lexbor_array_obj_t *errors)
{
    for (size_t index = 0; index < lexbor_array_obj_length(errors); index++) {
        const lxb_html_tokenizer_error_t *error = lexbor_array_obj_get(errors, index);
        /* Errors at the end of the input are at a byte of their own. */
        bool is_within = error->pos >= writer->html && error->pos <= writer->end;
        const lxb_char_t *end = is_within ? error->pos : writer->end;
        const lxb_char_t *code;
        size_t line = 1, column = 1, length;

        for (const lxb_char_t *at = writer->html; at < end; at++) {
            bool is_break = *at == '\n' || (*at == '\r' && (at + 1 == writer->end || at[1] != '\n'));

            line += is_break;
            column = is_break ? 1 : column + ((*at & 0xC0) != 0x80) + (*at >= 0xF0);
        }
        code = lxb_html_tokenizer_error_to_string(error->id, &length);
        printf("%s[\"", index > 0 ? "," : "");
        for (size_t at = 0; at < length; at++) {
            putchar(code[at] == ' ' ? '-' : code[at]);
        }
        printf("\",%zu,%zu]", line, column);
    }
}

/* Starts a test in its state. Returns false if the state is unknown. */
static bool start(lxb_html_tokenizer_t *tokenizer, const char *state, const struct document *last_start_tag)
{
    static const struct { const char *name; lxb_html_tokenizer_state_f state; } states[] = {
        { "Data state", lxb_html_tokenizer_state_data_before },
        { "RCDATA state", lxb_html_tokenizer_state_rcdata_before },
        { "RAWTEXT state", lxb_html_tokenizer_state_rawtext_before },
        { "Script data state", lxb_html_tokenizer_state_script_data_before },
        { "PLAINTEXT state", lxb_html_tokenizer_state_plaintext_before },
        { "CDATA section state", lxb_html_tokenizer_state_cdata_section_before },
    };

    for (size_t index = 0; index < sizeof(states) / sizeof(*states); index++) {
        if (strcmp(states[index].name, state) == 0) {
            lxb_tag_id_t tag_id = lxb_tag_id_by_name(lxb_html_tokenizer_tags(tokenizer), last_start_tag->html,
                                                     last_start_tag->length);

            lxb_html_tokenizer_state_set(tokenizer, states[index].state);
            lxb_html_tokenizer_tmp_tag_id_set(tokenizer, tag_id);
            return true;
        }
    }
    return false;
}

int print_tokens(const char *path)
{
    struct corpus corpus = load(path);
    struct writer writer = { 0 };
    lxb_html_parser_t *parser = lxb_html_parser_create();
    lxb_html_tokenizer_t *alone = lxb_html_tokenizer_create();

    if (lxb_html_parser_init(parser) != LXB_STATUS_OK || lxb_html_tokenizer_init(alone) != LXB_STATUS_OK) {
        fail("no memory for the parser");
    }
    lxb_html_tokenizer_input_validation_set(alone, true);
    lxb_html_tokenizer_callback_token_done_set(alone, write_token, &writer);
    lxb_html_tokenizer_t *tokenizer = lxb_html_parser_tokenizer(parser);
    lxb_html_tokenizer_token_f tree = tokenizer->callback_token_done;
    void *tree_context = tokenizer->callback_token_ctx;
    lxb_html_tokenizer_keep_duplicate_set(tokenizer, false);
    lxb_html_tokenizer_callback_token_done_set(tokenizer, write_token, &writer);
    printf("{\"version\":\"%s\"}\n", LEXBOR_VERSION_STRING);
    for (struct document *input = corpus.documents; input < corpus.documents + corpus.count; input += 3) {
        bool is_page = input->length == 0;

        writer.next = is_page ? tree : NULL;
        writer.next_context = tree_context;
        writer.html = input[2].html;
        writer.end = writer.html + input[2].length;
        writer.tokens = 0;
        printf("{\"tokens\":[");
        if (is_page) {
            lxb_html_document_t *document = lxb_html_parse(parser, input[2].html, input[2].length);

            if (document == NULL) {
                fail("the parser gave up on a page");
            }
            lxb_html_document_destroy(document);
        } else {
            char state[32] = { 0 };

            memcpy(state, input->html, input->length < 31 ? input->length : 31);
            lxb_html_tokenizer_clean(alone);
            if (lxb_html_tokenizer_begin(alone) != LXB_STATUS_OK || !start(alone, state, &input[1])
                || lxb_html_tokenizer_chunk(alone, input[2].html, input[2].length) != LXB_STATUS_OK
                || lxb_html_tokenizer_end(alone) != LXB_STATUS_OK)
            {
                fail("the tokenizer gave up on a test");
            }
        }
        printf("],\"errors\":[");
        if (!is_page) {
            write_errors(&writer, alone->parse_errors);
        }
        printf("]}\n");
    }
    return EXIT_SUCCESS;
}
