// Reads fields in one pass over the payload; the lengths of accepted fields need no further check.
#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "frame.h"

enum shape { UNKNOWN, INT, TEXT, BYTES };

static enum shape shape_of(uint8_t tag) {
    switch (tag) {
        case TAG_AGENT:
        case TAG_BOOT_ID:
        case TAG_KERNEL:
        case TAG_HOSTNAME:
        case TAG_ARG:
        case TAG_ENV:
        case TAG_CWD:
        case TAG_USER:
        case TAG_PATH:
        case TAG_MESSAGE:
        case TAG_HOSTID:
            return TEXT;
        case TAG_SEED:
        case TAG_MAC:
            return BYTES;
        default:
            if (tag >= TAG_VERSION && tag <= TAG_OOM_KILLS) return INT;
            return tag >= TAG_KIND && tag < TAG_COUNT ? INT : UNKNOWN;
    }
}

static bool shape_fits(uint8_t tag, const uint8_t *value, uint32_t length) {
    switch (shape_of(tag)) {
        case INT: return length == 8;
        case TEXT: return memchr(value, 0, length) == NULL && (tag != TAG_MESSAGE || length <= MESSAGE_MOST);
        default: return true;
    }
}

// False if there are too many of them.
static bool note(struct fields *f, uint8_t tag, const uint8_t *value, uint32_t length) {
    if (tag == TAG_ARG) return ++f->args <= REPEATS_MOST;
    if (tag == TAG_ENV) return ++f->envs <= REPEATS_MOST;
    if (shape_of(tag) == UNKNOWN) return true;
    if (f->value[tag]) return false;
    f->value[tag] = value;
    f->length[tag] = length;
    return true;
}

bool fields_read(struct fields *f, const uint8_t *payload, size_t size) {
    *f = (struct fields){.payload = payload, .size = size};
    size_t others = 0;
    for (size_t at = 0; at < size;) {
        if (size - at < 5) return false;
        uint8_t tag = payload[at];
        uint32_t length = get_u32(payload + at + 1);
        at += 5;
        if (length > size - at) return false;
        if (!shape_fits(tag, payload + at, length)) return false;
        if (!note(f, tag, payload + at, length)) return false;
        if (tag != TAG_ARG && tag != TAG_ENV && ++others > FIELDS_MOST) return false;
        at += length;
    }
    return true;
}

bool fields_have(const struct fields *f, enum field_tag tag) { return f->value[tag] != NULL; }

uint64_t fields_int(const struct fields *f, enum field_tag tag, uint64_t otherwise) {
    return f->value[tag] ? get_u64(f->value[tag]) : otherwise;
}

char *fields_text(const struct fields *f, enum field_tag tag) {
    return f->value[tag] ? text_copy(f->value[tag], f->length[tag]) : NULL;
}

char **fields_list(const struct fields *f, enum field_tag tag) {
    char **list = memory(((tag == TAG_ARG ? f->args : f->envs) + 1) * sizeof *list);
    size_t count = 0;
    for (size_t at = 0; at < f->size;) {
        uint32_t length = get_u32(f->payload + at + 1);
        if (f->payload[at] == tag) list[count++] = text_copy(f->payload + at + 5, length);
        at += 5 + (size_t)length;
    }
    return list;
}

void list_free(char **list) {
    if (!list) return;
    for (char **item = list; *item; item++) free(*item);
    free(list);
}

static void put(struct buffer *b, enum field_tag tag, const void *value, size_t n) {
    uint8_t head[5] = {(uint8_t)tag};
    put_u32(head + 1, (uint32_t)n);
    buffer_append(b, head, sizeof head);
    buffer_append(b, value, n);
}

void fields_put_int(struct buffer *b, enum field_tag tag, uint64_t value) {
    uint8_t bytes[8];
    put_u64(bytes, value);
    put(b, tag, bytes, sizeof bytes);
}

void fields_put_text(struct buffer *b, enum field_tag tag, const char *text) {
    size_t n = strlen(text);
    put(b, tag, text, tag == TAG_MESSAGE && n > MESSAGE_MOST ? MESSAGE_MOST : n);
}
