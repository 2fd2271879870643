// Fields: what is accepted, and each thing that is not.
#include "../src/fields.h"

#include <stdlib.h>
#include <string.h>

#include "../src/bytes.h"
#include "../src/frame.h"
#include "check.h"

static bool reads(struct buffer *b) {
    struct fields f;
    bool fine = fields_read(&f, buffer_bytes(b), buffer_size(b));
    buffer_free(b);
    return fine;
}

static void put_raw(struct buffer *b, uint8_t tag, uint32_t length, const void *value, size_t n) {
    uint8_t head[5] = {tag};
    put_u32(head + 1, length);
    buffer_append(b, head, sizeof head);
    buffer_append(b, value, n);
}

static void whatIsWrittenIsRead(void) {
    struct buffer b = {0};
    struct fields f;
    fields_put_int(&b, TAG_PORT, 0x1122334455667788u);
    fields_put_text(&b, TAG_CWD, "/srv/\xff\n");
    fields_put_text(&b, TAG_USER, "");
    CHECK(fields_read(&f, buffer_bytes(&b), buffer_size(&b)));
    CHECK_INT(fields_int(&f, TAG_PORT, 0), 0x1122334455667788);
    CHECK_INT(fields_int(&f, TAG_SIGNAL, 5), 5);
    char *cwd = fields_text(&f, TAG_CWD), *user = fields_text(&f, TAG_USER);
    CHECK_TEXT(cwd, "/srv/\xff\n");
    CHECK_TEXT(user, "");
    CHECK(fields_text(&f, TAG_PATH) == NULL);
    free(cwd);
    free(user);
    buffer_free(&b);
}

static void argumentsRepeatInOrder(void) {
    struct buffer b = {0};
    struct fields f;
    fields_put_text(&b, TAG_ARG, "one");
    fields_put_text(&b, TAG_ENV, "A=1");
    fields_put_text(&b, TAG_ARG, "");
    fields_put_text(&b, TAG_ARG, "three");
    CHECK(fields_read(&f, buffer_bytes(&b), buffer_size(&b)));
    char **args = fields_list(&f, TAG_ARG), **envs = fields_list(&f, TAG_ENV);
    CHECK_TEXT(args[0], "one");
    CHECK_TEXT(args[1], "");
    CHECK_TEXT(args[2], "three");
    CHECK(args[3] == NULL);
    CHECK_TEXT(envs[0], "A=1");
    CHECK(envs[1] == NULL);
    list_free(args);
    list_free(envs);
    buffer_free(&b);
}

static void noFieldsAtAllAreFine(void) {
    struct fields f;
    CHECK(fields_read(&f, NULL, 0));
    CHECK(!fields_have(&f, TAG_KIND));
}

static void unknownTagsAreSkipped(void) {
    struct buffer b = {0};
    put_raw(&b, 200, 3, "abc", 3);
    put_raw(&b, 200, 0, "", 0);
    put_raw(&b, 0, 1, "", 1);
    put_raw(&b, 30, 2, "xy", 2);
    fields_put_int(&b, TAG_KIND, 1);
    CHECK(reads(&b));
}

static void aTagTwiceIsRefused(void) {
    struct buffer b = {0};
    fields_put_int(&b, TAG_KIND, 1);
    fields_put_int(&b, TAG_KIND, 1);
    CHECK(!reads(&b));
}

static void aWrongLengthIsRefused(void) {
    struct buffer b = {0};
    put_raw(&b, TAG_KIND, 4, "\0\0\0\1", 4);
    CHECK(!reads(&b));
    put_raw(&b, TAG_EXIT, 9, "\0\0\0\0\0\0\0\0\1", 9);
    CHECK(!reads(&b));
}

static void aTextWithNulIsRefused(void) {
    struct buffer b = {0};
    put_raw(&b, TAG_PATH, 3, "a\0b", 3);
    CHECK(!reads(&b));
}

static void everyTruncationIsRefused(void) {
    struct buffer b = {0};
    fields_put_text(&b, TAG_PATH, "/tmp");
    fields_put_int(&b, TAG_KIND, 3);
    for (size_t n = 1; n < buffer_size(&b); n++) {
        struct fields f;
        bool fine = fields_read(&f, buffer_bytes(&b), n);
        CHECK(fine == (n == 9));
    }
    buffer_free(&b);
}

static void aLengthBeyondThePayloadIsRefused(void) {
    struct buffer b = {0};
    put_raw(&b, TAG_PATH, 0xffffffff, "abc", 3);
    CHECK(!reads(&b));
    put_raw(&b, 200, 4, "abc", 3);
    CHECK(!reads(&b));
}

static void tooManyFieldsAreRefused(void) {
    struct buffer b = {0};
    for (int i = 0; i < FIELDS_MOST; i++) put_raw(&b, 200, 0, "", 0);
    for (int i = 0; i < REPEATS_MOST; i++) fields_put_text(&b, TAG_ARG, "x");
    struct fields f;
    CHECK(fields_read(&f, buffer_bytes(&b), buffer_size(&b)));
    fields_put_text(&b, TAG_ARG, "x");
    CHECK(!reads(&b));
    for (int i = 0; i <= FIELDS_MOST; i++) put_raw(&b, 200, 0, "", 0);
    CHECK(!reads(&b));
}

static void aMessageIsCutWhenWrittenAndBoundedWhenRead(void) {
    struct buffer b = {0};
    char longer[MESSAGE_MOST + 2];
    memset(longer, 'm', sizeof longer);
    longer[MESSAGE_MOST + 1] = 0;
    fields_put_text(&b, TAG_MESSAGE, longer);
    CHECK_INT(buffer_size(&b), 5 + MESSAGE_MOST);
    CHECK(reads(&b));
    put_raw(&b, TAG_MESSAGE, MESSAGE_MOST + 1, longer, MESSAGE_MOST + 1);
    CHECK(!reads(&b));
}

const struct test fields_tests[] = {
    TEST(whatIsWrittenIsRead),
    TEST(argumentsRepeatInOrder),
    TEST(noFieldsAtAllAreFine),
    TEST(unknownTagsAreSkipped),
    TEST(aTagTwiceIsRefused),
    TEST(aWrongLengthIsRefused),
    TEST(aTextWithNulIsRefused),
    TEST(everyTruncationIsRefused),
    TEST(aLengthBeyondThePayloadIsRefused),
    TEST(tooManyFieldsAreRefused),
    TEST(aMessageIsCutWhenWrittenAndBoundedWhenRead),
    {0},
};
