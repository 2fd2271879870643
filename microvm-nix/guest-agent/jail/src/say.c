// Writes JSON. Texts come from the jail: whatever is in them, they stay one member of one line.
#include <string.h>

#include "warden.h"

// The length of the UTF-8 character at the start, or 0.
static size_t character(const unsigned char *at) {
    if (at[0] < 0x80) return 1;
    size_t n = at[0] >= 0xf0 && at[0] < 0xf5 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 0;
    if (at[0] >= 0xf5) return 0;
    for (size_t i = 1; i < n; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    // Overlong forms, surrogates, and what is above the last character.
    if (n == 3 && ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0))) return 0;
    if (n == 4 && ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90))) return 0;
    return n;
}

static void put_string(struct buffer *b, const char *text) {
    buffer_append(b, "\"", 1);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        size_t n = character(at);
        if (n == 0)
            buffer_print(b, "\\ufffd");
        else if (*at == '"' || *at == '\\')
            buffer_print(b, "\\%c", *at);
        else if (*at < 0x20 || *at == 0x7f || (n == 2 && at[0] == 0xc2 && at[1] < 0xa0))
            buffer_print(b, "\\u%04x", n == 2 ? at[1] : at[0]);
        else
            buffer_append(b, at, n);
        at += n ? n : 1;
    }
    buffer_append(b, "\"", 1);
}

void say(struct buffer *b, const char *type) { buffer_print(b, "{\"type\":\"%s\"", type); }

void say_text(struct buffer *b, const char *key, const char *text) {
    buffer_print(b, ",\"%s\":", key);
    put_string(b, text);
}

void say_number(struct buffer *b, const char *key, long long value) { buffer_print(b, ",\"%s\":%lld", key, value); }

void say_true(struct buffer *b, const char *key, bool value) { buffer_print(b, ",\"%s\":%s", key, value ? "true" : "false"); }

void say_to(struct connection *c, struct buffer *b) {
    buffer_append(b, "}\n", 2);
    if (c) connection_send(c, (const char *)buffer_bytes(b), buffer_size(b));
    buffer_free(b);
}

void say_audit(struct warden *w, uint32_t id, const char *path, const char *decision, const char *scope, const char *why,
               size_t waiters) {
    struct buffer b = {0};
    say(&b, "event.audit");
    say_number(&b, "id", id);
    say_text(&b, "path", path);
    say_text(&b, "decision", decision);
    say_text(&b, "scope", scope);
    say_text(&b, "why", why);
    say_number(&b, "waiters", (long long)waiters);
    say_number(&b, "ts", (long long)(real_ns() / 1000000));
    say_to(w->supervisor, &b);
}
