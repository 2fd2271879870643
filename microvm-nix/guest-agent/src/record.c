// Writing a record: there is always room, as no kind has more than three texts of 4,096 bytes.
#include "record.h"

#include <string.h>

#include "bytes.h"

void record_start(struct record *r, enum event_kind kind, uint64_t mono_ns) {
    r->size = RECORD_HEADER;
    r->truncated = false;
    put_u64(r->bytes + 4, 0);
    r->bytes[12] = (uint8_t)kind;
    put_u64(r->bytes + 13, mono_ns);
}

static void put(struct record *r, enum event_tag tag, const void *value, size_t n) {
    if (r->size + 3 + n > sizeof r->bytes) {
        r->truncated = true;
        return;
    }
    r->bytes[r->size] = (uint8_t)tag;
    put_u16(r->bytes + r->size + 1, (uint16_t)n);
    if (n) memcpy(r->bytes + r->size + 3, value, n);
    r->size += 3 + n;
}

void record_int(struct record *r, enum event_tag tag, uint64_t value) {
    uint8_t bytes[8];
    put_u64(bytes, value);
    put(r, tag, bytes, sizeof bytes);
}

void record_text(struct record *r, enum event_tag tag, const void *text, size_t n) {
    if (n > EVENT_TEXT_MOST) {
        n = EVENT_TEXT_MOST;
        r->truncated = true;
    }
    put(r, tag, text, n);
}

void record_end(struct record *r) {
    if (r->truncated) record_int(r, EV_TRUNCATED, 1);
    put_u32(r->bytes, (uint32_t)(r->size - 4));
}
