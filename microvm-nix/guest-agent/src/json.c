// A reader for JSON that copies what it reads into two fixed buffers.
#include "json.h"

#include <string.h>

#define DEPTH_MOST 16

struct text {
    char bytes[JSON_TEXT_MOST + 1];
    size_t length;
};

static const char *blank(const char *at) { return at + strspn(at, " \t\r\n"); }

static void put(struct text *to, char c) {
    if (to && to->length < JSON_TEXT_MOST && c != 0) to->bytes[to->length++] = c;
}

static void put_code(struct text *to, unsigned code) {
    if (code < 0x80) {
        put(to, (char)code);
    } else if (code < 0x800) {
        put(to, (char)(0xc0 | code >> 6));
        put(to, (char)(0x80 | (code & 0x3f)));
    } else if (code < 0x10000) {
        put(to, (char)(0xe0 | code >> 12));
        put(to, (char)(0x80 | (code >> 6 & 0x3f)));
        put(to, (char)(0x80 | (code & 0x3f)));
    } else {
        put(to, (char)(0xf0 | code >> 18));
        put(to, (char)(0x80 | (code >> 12 & 0x3f)));
        put(to, (char)(0x80 | (code >> 6 & 0x3f)));
        put(to, (char)(0x80 | (code & 0x3f)));
    }
}

static const char *hex(const char *at, unsigned *code) {
    *code = 0;
    for (int i = 0; i < 4; i++, at++) {
        unsigned digit;
        if (*at >= '0' && *at <= '9')
            digit = (unsigned)(*at - '0');
        else if ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'f')
            digit = (unsigned)((*at | 0x20) - 'a') + 10;
        else
            return NULL;
        *code = *code << 4 | digit;
    }
    return at;
}

// One escape, behind its backslash.
static const char *escape(const char *at, struct text *to) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    unsigned code, low;
    if (*at != 'u') {
        const char *found = *at ? strchr(names, *at) : NULL;
        if (!found) return NULL;
        put(to, values[found - names]);
        return at + 1;
    }
    at = hex(at + 1, &code);
    if (!at) return NULL;
    if (code >= 0xd800 && code < 0xdc00 && at[0] == '\\' && at[1] == 'u') {
        const char *next = hex(at + 2, &low);
        if (next && low >= 0xdc00 && low < 0xe000) {
            put_code(to, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
            return next;
        }
    }
    // Half a pair is no character.
    put_code(to, code >= 0xd800 && code < 0xe000 ? '?' : code);
    return at;
}

static const char *string(const char *at, struct text *to) {
    if (to) to->length = 0;
    for (at++; *at && *at != '"';) {
        if (*at == '\\') {
            at = escape(at + 1, to);
            if (!at) return NULL;
        } else {
            put(to, *at++);
        }
    }
    if (*at != '"') return NULL;
    if (to) to->bytes[to->length] = 0;
    return at + 1;
}

// A number or a word such as true.
static const char *plain(const char *at, struct text *to) {
    size_t n = strcspn(at, ",]} \t\r\n");
    if (n == 0 || n > 64) return NULL;
    if (to) to->length = 0;
    for (size_t i = 0; i < n; i++) put(to, at[i]);
    if (to) to->bytes[to->length] = 0;
    return at + n;
}

// Skips what is nested: only its strings and brackets matter.
static const char *skip(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = string(at, NULL);
            if (!at) return NULL;
            continue;
        }
        if (!*at) return NULL;
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        if (depth > DEPTH_MOST) return NULL;
        at++;
    } while (depth > 0);
    return at;
}

bool json_object(const char *line, json_member *member, void *owner) {
    struct text key, value;
    const char *at = blank(line);
    if (*at++ != '{') return false;
    at = blank(at);
    if (*at == '}') return *blank(at + 1) == 0;
    for (;; at = blank(at + 1)) {
        if (*at != '"' || !(at = string(at, &key))) return false;
        at = blank(at);
        if (*at != ':') return false;
        at = blank(at + 1);
        bool nested = *at == '{' || *at == '[';
        at = nested ? skip(at) : *at == '"' ? string(at, &value) : plain(at, &value);
        if (!at) return false;
        if (!nested) member(owner, key.bytes, value.bytes);
        at = blank(at);
        if (*at == '}') return *blank(at + 1) == 0;
        if (*at != ',') return false;
    }
}
